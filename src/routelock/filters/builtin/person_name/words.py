"""Words around names: what stands before or after a name, and what never is one."""

from __future__ import annotations


def _listed(words: str) -> tuple[str, ...]:
    return tuple(words.split())


# Before a name, whatever the name is.
TITLES = _listed("""
Mr Mrs Ms Miss Mx Dr Prof Professor Herr Frau Fräulein Mme Mlle Monsieur Madame Señor Señora
Señorita Srta Signor Signora Signorina Senhor Senhora Pan Pani Meneer Mevrouw Hr Fru Shri Smt
""")

# Before a name, and before much else.
RANKS = _listed("""
Doctor Sir Madam Dame Lady Lord Rev Reverend Father Sister Brother Judge Justice President Senator
Sen Governor Gov Mayor King Queen Prince Princess Emperor Captain Capt Colonel Col General Gen
Lieutenant Lt Major Maj Sergeant Sgt Corporal Cpl Private Admiral Commander Cmdr Officer Detective
Inspector Sheriff Coach Pope Bishop Archbishop Cardinal Rabbi Imam Sheikh Uncle Aunt Auntie
Grandpa Grandma Chancellor Secretary Minister Chairman Director Congressman Congresswoman
Representative Nurse Saint Patient Customer Client Passenger Employee Tenant Author Actor Actress
Singer Dear Hi Hello Hey Howdy
""")

# Within names of families, small.
PARTICLES = _listed("""
van von der den de la del della di da dos das du le el al bin ibn bint ben ter ten zu zur y e af
av
""")

# Capital because a sentence, a month, a nation or a greeting begins with it.
STARTS = _listed("""
The An This That These Those You He She It We They My Your His Her Its Our Their Me Him Them Us
Who Whom What Which When Where Why How And Or But Nor So Yet For If Then Than As At By From In
Into Of Off On Onto Over To Under Up With Without About After Again All Also Although Always Am
Among Another Any Are Around Be Because Been Before Being Below Between Both Can Cannot Could Did
Do Does Doing Don Down During Each Either Else Ever Every Few First Get Go Got Had Has Have Having
Here However Indeed Instead Is Isn Just Last Least Less Let Like Likely Made Make Many May Maybe
Might More Most Much Must Near Neither Never New Next No None Not Nothing Now Often Old Once One
Only Other Others Otherwise Out Own Part Per Perhaps Please Rather Really Right Same Second See
Several Shall Should Since Some Something Still Such Sure Take Tell Thank Thanks There Therefore
Thing Though Thought Through Thus Together Too Toward Until Upon Use Used Usually Very Want Was
Way Well Were Whatever Whether While Whole Whose Will Within Wont Would Yes Yesterday Today
Tomorrow Tonight Greetings Welcome Good Great Nice Bad Happy Sorry Congratulations Congrats Oh Ah
Wow Lol Omg Rt Via Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March
April June July August September October November December Jan Feb Mar Apr Jun Jul Aug Sep Sept
Oct Nov Dec Mon Tue Wed Thu Fri Sat Sun God Jesus Christ Bible Christmas Easter Internet English
Spanish French German Chinese Japanese American British European Indian Russian Italian Canadian
Australian Jewish Muslim Der Die Das Ein Eine Und Ich Sie Wir Ihr Les Une Des Est Pour Los Las Una
Que Para Con Por Como Uno
""")

# After a name that is no person's: an institution, a place, a work, a thing.
HEADS = _listed("""
University College Institute Institution School Academy Hospital Clinic Center Centre Church
Cathedral Abbey Temple Museum Library Gallery Theatre Theater Stadium Arena Airport Station County
City Town Village Township Borough District Province State Region Island Islands Lake River
Mountain Mountains Mount Hill Hills Valley Bay Beach Coast Park Garden Gardens Forest Bridge Tower
Castle Palace House Hall Hotel Inn Street Avenue Road Lane Drive Boulevard Square Court Place
Highway Way Route Terrace Crescent Close Circle Trail Parkway Turnpike Curve Meadow Meadows Cross
Corner Corners Points Falls Creek Pass Peak Ridge Canyon Desert Port Harbor Harbour Springs Creek
Heights Field Fields Ground Grounds Playfield Estate Ranch Farm Farms Company Companies
Corporation Corp Inc Incorporated Ltd Llc Limited Plc Gmbh Group Holdings Partners Associates Bank
Insurance Capital Industries Enterprises Systems Solutions Technologies Technology Software
Services Records Studios Pictures Films Entertainment Productions Media Press News Times Post
Journal Tribune Herald Magazine Radio Tv Television Channel Network Airways Airlines Motors Cars
Foods Wines Brewery Winery Stores Store Shop Market Mall Plaza Restaurant Cafe Kitchen Pizza
Bakery Pub Bar Club Casino Resort Spa Party Committee Commission Council Department Ministry
Agency Bureau Office Authority Association Society Foundation Federation Union League Team United
Army Navy Corps Force Forces Regiment Brigade Division Battalion Squadron War Battle Treaty Act
Law Bill Award Awards Prize Cup Cups Championship Championships Tournament Open Series Trophy
Medal Festival Conference Summit Games Olympics Band Orchestra Choir Quartet Trio Album Song Songs
Tour Movie Film Show Story Stories Book Collection Day Week Month Year Night Family Brothers
Sisters Sons North South East West Northern Southern Eastern Western Central Language Languages
People Dynasty Empire Kingdom Republic Line Lines Railway Railroad Building Buildings Complex
Convention Trust Fund Charity Project Program Programme Plan System Theory Theorem Law Effect
Disease Syndrome Test Method Model Edition Version Jobs Box Code Mode Api Sdk Framework Server
Client Class Type Error Exception Object Function Table View List Node Event Emoji Symbol Sans
Serif Font Neue
""")

# Before a place, a building, a ship.
BEFORE_PLACES = _listed("""
Fort Mount Lake San Santa Santo São Sao Los Las St Saint Port Cape Isle Gulf Upper Lower Great
Little Battle City Town Village County State Province University College Institute School House
Church Uss Hms Usns Usnv Uscgc Ss Rua Rue Via Calle Avenida Avenue Plaza Piazza Place Ulica
Boulevard Zona Casa Palais Hotel Villa Partido East West North South New Big Old
""")

# After a name: what people do.
DEEDS = _listed("""
said says told tells asked asks wrote writes replied replies thinks thought believes believed
married died was is has had does did denied met loves loved hates hated wants wanted knows knew
lives lived works worked plays played won lost sang sings who whose led leads became began begins
went goes came comes made makes took takes gave gives left leaves found finds felt feels saw sees
heard hears ran runs got gets laughs laughed smiled looks looked arrives helped himself herself
and's cried nodded shrugged
""")

# Right before a place, before a thing, and before either of them or a person.
PLACING = _listed("""
in through near around across into inside
""")
NAMELESS = _listed("""
the a an new
""")
POINTING = _listed("""
at from to on of over under toward towards via
""")

# Before a family name alone.
CREDITING = _listed("""
by starring
""")

# Names that are rather a product's, a program's or a company's, unless another name goes with them.
BRANDS = _listed("""
Claude Alexa Siri Cortana Bixby Gemini Bard Llama Ruby Perl Java Scala Haskell Pascal Kafka Django
Jenkins Travis Vue Noto Lato Arial Roboto Verdana Mercedes Lexus Chanel Dior Prada Gucci Armani
Versace Boeing Ford Tesla Bentley Ferrari Chrysler Bosch Siemens Philips Dell Nokia Macy
Uri Loc
""")

# Ways to say that a name follows, in small letters, for a regular expression.
NAMING = (
    r"(?:my|his|her|their|whose|full|first|last|middle|maiden|family|given|legal|real|sur) ?name is"
    r"|(?:maiden|last|first|full) name was|name is called"
    r"|(?:people|friends|they|everyone|you can|please|just|to) call (?:me|him|her)"
    r"|named (?:him|her|it|me)"
    r"|(?:man|woman|boy|girl|son|daughter|person|guy|lady|baby|child|kid|friend|wife|husband|brother"
    r"|sister) (?:named|called)"
    r"|je m['\u2019]appelle|il s['\u2019]appelle|elle s['\u2019]appelle|me llamo|se llama"
    r"|mi nombre es|mein name ist|ich hei(?:ß|ss)e|mi chiamo|si chiama|meu nome é|jag heter"
    r"|jeg heter|mit navn er|mijn naam is|ik heet"
)

# How family names end in languages in which they tell.
ENDINGS = _listed("""
ov ova ev eva enko chuk czyk wicz vich ovic evic ski ska sky skaya dze shvili yan sson dottir nen
poulos oglu escu akis idis ов ова ев ева енко ский ская ович евич овна евна
""")
