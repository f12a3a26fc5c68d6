"""Words of addresses: kinds of streets, directions, parts of buildings, states and countries."""

from __future__ import annotations


def _listed(words: str) -> tuple[str, ...]:
    return tuple(words.split())


def _rows(rows: str) -> tuple[str, ...]:
    return tuple(row for line in rows.split("\n") for row in line.split("|") if row)


# USPS Publication 28, appendix C1, and what is usual in the United Kingdom, Ireland and Australia.
# The first are said of streets, the others also of much else.
STREETS = _listed("""
street st str avenue ave aven av boulevard blvd boul road rd drive dr lane ln court ct place pl
terrace ter terr circle cir parkway pkwy pky turnpike tpke crescent cres highway hwy expressway
expy expwy freeway fwy trail trl way square sq plaza plz alley aly close mews causeway cswy
esplanade grove grv loop bend bnd crossing xing cove cv ridge rdg hollow holw heights hts pike
route rte
""")
OTHERS = _listed("""
annex arcade arc bayou beach bluff bluffs bottom branch bridge brook burg bypass byp camp canyon
cape center centre ctr chase circus cliff cliffs club common commons concourse copse corner
corners course creek crest crossroad crst curve dale dam dell dene divide dv estate estates ests
extension ext extn fall falls fare ferry field fields flat flats ford forest forge fork forks fort
fryway garden gardens gdns gateway glade glen glenn glens green grn greens harbor harbour haven
hill hills hls inlet island isle junction jct key knoll knolls knl lake lakes landing lndg light
loaf lock locks lodge lookout mall manor mnr meadow meadows mdws mile mill mills mission motorway
mount mountain mtn neck nook orchard oval overlook overpass park pk parks pass passage path pine
pines plain plains point pt points pointe port prairie promenade quay radial ramp ranch rapids
rest rise rim river row rue run shoal shore shores skyway spring springs spur spurs station
stravenue stream strand summit throughway trace track trafficway tunnel underpass union valley vly
viaduct view vw views village vlg ville vista vis wall walk walks wells wharf wood woods wynd yard
""")

DIRECTIONS = _listed("""
north south east west northeast northwest southeast southwest n s e w ne nw se sw no so
""")

# What has a number for a name, and what has no kind after its name.
HIGHWAYS = _listed("""
highway hwy route rte rt road rd interstate fm loop spur us cr sr rr i
""")
NAMED = _listed("""
broadway bowery piccadilly strand whitehall esplanade parade boulevard embankment
""")

# Parts of a building, before their number or letter.
UNITS = _listed("""
apartment apt suite ste unit floor fl flr building bldg room rm lot trailer trlr department dept
space spc slip penthouse ph lobby lbx lockbox pmb mailstop level lvl stop hangar pier office ofc
door flat shop block blk tower twr file wing étage etage piso depto dpto int interior local
oficina bis whg wohnung top stiege lgh kat daire lok mieszkanie
""")

STATES = _rows("""
Alabama AL|Alaska AK|Arizona AZ|Arkansas AR|California CA|Colorado CO|Connecticut CT
Delaware DE|District of Columbia DC|Florida FL|Georgia GA|Hawaii HI|Idaho ID|Illinois IL
Indiana IN|Iowa IA|Kansas KS|Kentucky KY|Louisiana LA|Maine ME|Maryland MD
Massachusetts MA|Michigan MI|Minnesota MN|Mississippi MS|Missouri MO|Montana MT
Nebraska NE|Nevada NV|New Hampshire NH|New Jersey NJ|New Mexico NM|New York NY
North Carolina NC|North Dakota ND|Ohio OH|Oklahoma OK|Oregon OR|Pennsylvania PA
Puerto Rico PR|Rhode Island RI|South Carolina SC|South Dakota SD|Tennessee TN|Texas TX
Utah UT|Vermont VT|Virginia VA|Washington WA|West Virginia WV|Wisconsin WI|Wyoming WY
Guam GU|Armed Forces AE|Armed Forces AP|Alberta AB|British Columbia BC|Manitoba MB
New Brunswick NB|Newfoundland NL|Nova Scotia NS|Nunavut NU|Northwest Territories NT
Ontario ON|Prince Edward Island PE|Quebec QC|Saskatchewan SK|Yukon YT|New South Wales NSW
Victoria VIC|Queensland QLD|Western Australia WA|South Australia SA|Tasmania TAS
Australian Capital Territory ACT|Northern Territory NT
""")
COUNTRIES = _rows("""
USA|U.S.A.|US|United States of America|United States|UK|U.K.|United Kingdom
Great Britain|England|Scotland|Wales|Northern Ireland|Ireland|Canada|Australia
New Zealand|Deutschland|Germany|Österreich|Austria|Schweiz|Suisse|Switzerland|France
España|Spain|Italia|Italy|Nederland|Netherlands|The Netherlands|Belgium|België|Belgique
Danmark|Denmark|Sverige|Sweden|Norge|Norway|Suomi|Finland|Polska|Poland|Portugal
Brasil|Brazil|México|Mexico
""")

# Kinds of streets that stand before the name, with the number after both (`Calle Mayor 5`) or
# before (`12 rue de Rivoli`); the second ones are also other words, so more has to speak for them.
KINDS = _listed("""
rue boulevard bd bvd chemin allée allee impasse quai sentier faubourg calle avenida avda paseo
carrer camino camiño ronda travesía carretera ctra callejón rúa pasaje rua travessa praça praca
estrada alameda rodovia viale piazza piazzale vicolo strada salita contrada lungotevere ul ulica
aleja aleje osiedle rynek náměstí nám třída trg calea bulevardul aleea ulitsa ул улица вулиця вул
проспект бул οδός λεωφόρος λεωφ πλατεία jalan jl
""")
KINDS_TOO = _listed("""
avenue av ave place cours route rte square passage plaza cuesta largo via corso borgo os al pl str
am an im zum zur cesta zona
""")
SMALL_KINDS = _listed("""
rue avenue ul os al via calle ул улица am im zum zur boulevard
""")

# Kinds of streets that end a name, glued to it or after it, with the number last.
ENDINGS = _listed("""
straße strasse str weg platz gasse allee ring damm ufer markt steig chaussee stieg pfad graben
wall straat laan plein kade dreef steenweg singel gracht dijk hof baan pad vej vejen gade gaden
vænget allé stræde torv bakken parken stien veien vegen vei gata gate gaten veg bakke terrasse
gatan vägen gränd torg stigen backen katu tie kuja polku kaari raitti aukio ranta rinne penger
tänav puiestee iela gatvė vegur stígur braut hraun hrauni holt skeið utca út útja tér tere köz sor
rkp körút sétány caddesi cad sokak sokağ\u0131 sok bulvar\u0131
""")
# Those of them that stand apart from the name, and small.
APART = _listed("""
u utca út útja tér tere köz sor rkp körút sétány caddesi cad sokak sokağ\u0131 sok bulvar\u0131
""")

# After a number in prose: what is counted or measured, and what no street is called.
COUNTED = _listed("""
mile miles foot feet ft inch inches meter meters metre km m minute minutes min hour hours hr day
days week weeks month months year years people persons men women person percent times time more
other others different ways way lane lanes star stars step steps or and of in to the a an is was
are for with on at by from as that this which out per items item points point units unit bedroom
bedrooms bath px pt em rem ms kb mb gb k x am pm usd eur january february march april may june
july august september october november december jan feb mar apr jun jul aug sep oct nov dec
""")

# Before a number: what is counted through, so no street.
NUMBERED = _listed("""
january february march april may june july august september october november december jan feb mar
apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday
chapter section page figure fig table version no number step part day week level lot psc box act
article appendix exercise question grade season episode round phase type class model windows
python java
""")

# Those words for streets and directions that small letters make words of every sentence.
OFTEN = _listed("""
so no us i am an im zum zur av al os s e n w ne se via place court way square close plaza corso
track largo cross north south east west trail loop bend grove hollow alley circle cover cove ridge
terrace cours
""")

# Before an address, at some distance.
SAYING = _listed("""
address addresses live lives lived living located based reside resides residing situated stay
stays staying corner is off sent ship shipped deliver delivered mail mailed return taxi cab meet
""")
