"""Words that say of the number after them that it is a telephone number, in several languages.

A noun (`phone`, `fax`) or a verb (`call`, `reach`) stands right before the number or a few words
earlier, and then the last word leads to it (`at`, `is`) or ends with a colon. A word for another
kind of number in between (`order`, `id`) takes it back.
"""

from __future__ import annotations

import re
from enum import Enum
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import regex
from ahocorasick_rs import BytesAhoCorasick

if TYPE_CHECKING:
    from routelock.filters.text import Text


class Kind(Enum):
    """What a word does for a number after it."""

    NOUN = "names a telephone, or something reached by its number"
    VERB = "says what is done with a number, that may follow at once"
    DEED = "says what is done with a number, that follows after a link"
    OWNER = "makes the number somebody's, when the word number follows"
    WHOSE = "says which of somebody's numbers it is"
    LINK = "leads to the number"
    NUMBER = "leads to the number and says that it is one"
    OTHER = "names another kind of number"


_WORDS = {
    Kind.NOUN: (
        # English, and what is the same in other languages
        "phone phones telephone telephones tel tele ph cell cellphone cellular mobile mobiles mob"
        " landline fax telefax hotline helpline switchboard voicemail pager toll tollfree freephone"
        " whatsapp viber sms imessage facetime contact gsm"
        # Spanish, Portuguese, Italian, French
        " tfno tlf móvil movil celular fijo telemóvel telemovel telefone fone zap cellulare fisso"
        " tél portable télécopie"
        # German, Dutch, Scandinavian languages, Finnish
        " handy handynummer mobil mobilnummer rufnummer festnetz durchwahl mobiel mobilen"
        " mobiltelefon mobilnr telnr tlfnr puh matkapuhelin kännykkä"
        # Polish, Czech, Turkish, Indonesian, Vietnamese, Swahili
        " komórka komórkowy mobilní mobilny cep telepon telp ponsel sđt thoại simu"
        # Russian, Ukrainian, Bulgarian, Greek
        " тел моб мобильный мобільний мобилен сотовый факс τηλ κινητό φαξ"
    ),
    Kind.VERB: (
        "call dial dialing dialling contacting"
        " llame llamar llama llámame llámenos marque marcar ligue ligar appelez appeler appelle"
        " chiama chiamare chiami chiamami chiamate anrufen bel bellen ringa zadzwoń dzwonić volejte"
        " hívja aray\u0131n hubungi gọi звоните позвоните позвони дзвоніть"
    ),
    Kind.DEED: (
        "calls called calling callback text texts texting ring reach reached reachable message"
        " messages messaging answer answering answered respond responding voice"
        " joindre joignable rappeler ruf rufen erreichen erreichst erreichbar bereikbaar localizar"
    ),
    Kind.OWNER: (
        "my your his her our their its mein meine dein deine unsere mi su nuestro mon ma notre"
        " votre il mio mijn meu minha min мой наш"
    ),
    Kind.WHOSE: (
        "new old work home office direct personal private business main other current emergency"
        " privada privado perso private neue alte"
    ),
    Kind.LINK: (
        "at on to via is are was under or and me us him them you back no nr nos num nbr nro"
        " al en el para ao em é es son au à sur le est auf unter lautet ist il è op naar på a na"
        " pod по"
    ),
    Kind.NUMBER: "number numbers nummer número numero numéro numer nomor номер номеру नंबर नम्बर",
    Kind.OTHER: (
        "id ids identifier order orders account accounts acct invoice invoices ticket tickets case"
        " cases ref reference claim claims policy serial imei imsi iccid meid version model build"
        " sku isbn issn npi ssn sin social passport license licence card cards tracking routing zip"
        " postal postcode pin code codes otp password passcode iban bic vat tax tin ein aadhaar pan"
        " member patient record records transaction amount price total balance year date time"
        " timestamp port row page size count bytes hash key token index item items part parts"
        " product parcel batch lot vin plate badge employee student registration chapter function"
        " method iphone rechnung bestellung konto kunden kundennummer pedido cuenta factura"
        " commande compte заказ заказа счет"
    ),
}
_KINDS = {word: kind for kind, words in _WORDS.items() for word in words.split()}

# How inflected and compounded words begin, and words of scripts that run on without spaces.
_STEMS = ("telefon", "teléfon", "téléphon", "telefoon", "puhelin", "телефон", "τηλέφων")
_UNSPACED = (
    *("电话", "電話", "手机", "手機", "致电", "拨打", "传真", "傳真", "热线", "携帯", "ファックス"),
    *("전화", "휴대폰", "핸드폰", "연락처", "팩스", "โทร", "มือถือ", "फ़ोन", "फोन", "मोबाइल"),
    *("هاتف", "جوال", "موبايل", "تلفن", "موبایل", "فاكس", "اتصل", "טלפון", "נייד", "פקס"),
)
_SAYING = (Kind.NOUN, Kind.VERB, Kind.DEED, Kind.NUMBER)

CUES = (*_STEMS, *_UNSPACED, *(word for word, kind in _KINDS.items() if kind in _SAYING))
"""In lower case, what has to be in a text for any words of it to speak for a number."""

# What is in a text with words in ASCII that speak for a number, its letters made small and all else
# blank. Words that name something may be a part of a longer one.
_SMALL = bytes(byte | 0x20 if chr(byte).isalpha() else 0x20 for byte in range(128)) + b" " * 128
_WHOLE = (Kind.VERB, Kind.DEED)
_HINTS = {f" {cue} " if _KINDS.get(cue) in _WHOLE else cue for cue in CUES if cue.isascii()}
_hints = BytesAhoCorasick(
    [hint.encode() for hint in _HINTS if not any(c in hint for c in _HINTS - {hint})]
).find_matches_as_indexes

_BACKWARDS = regex.compile(r"(?r)[\p{L}\p{M}]+")
_PRIOR = regex.compile(r"(?r)[\p{L}\p{M}]+[ ]")
_HUMP = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_REACH, _MOST_WORDS = 72, 8

# What may stand between a word and the number (not the end of a placeholder: `[PHONE]` speaks for
# nothing), between words, and between a verb and what follows.
_BESIDE = re.compile(r"(?: ?[#(]?[0-9]\)?)?+[^\w/<{;!?\]]*+")
_BETWEEN = re.compile(r"""[ \t]*+[,'\u2019"()_/*&:.-]?+[ \t]*+""")
_SAID = re.compile(r"[ ,]++|\s?:?\s?| ?[-\u2013] ?")
SIGNS = " \t\r\n.,:;=|/()#\"'-"
"""What may stand between two numbers so that words before the first say nothing of the second."""
_LEADING = (Kind.LINK, Kind.NUMBER, Kind.WHOSE, Kind.OWNER)
_ASIDE = re.compile(  # tags that only format, and e-mail addresses
    r"</?(?:a|b|br|dd|div|dt|em|h[1-6]|i|label|li|p|span|strong|t[dhr])\b[^<>]*>|(?<![^\s@])[^\s@]++@\S++"
)
_AFTER = re.compile(r" ?\((\w{1,16}(?: \w{1,16})?)\)")


class _Word(NamedTuple):
    """A word before a number: where it starts, and what stands between it and what follows."""

    text: str
    kind: Kind | None
    start: int
    gap: str
    near: bool  # the number itself follows


def vouches(source: str, start: int, *, short: bool) -> bool:
    """Whether the words before a place in a text say that a telephone number starts there.

    `short` is for a few digits without groups, which take plainer words.
    """
    before = source[max(0, start - _REACH) : start]
    if before.rstrip(SIGNS)[-2:].isdigit():  # another number comes between
        return False
    if "<" in before or "@" in before:
        before = _ASIDE.sub(" ", before)
    end, numbered = len(before), False
    for found in islice(_BACKWARDS.finditer(before), _MOST_WORDS):
        kind, first = _kind(found[0]), found.start()
        word = _Word(found[0], kind, first, before[found.end() : end], end == len(before))
        verdict = _verdict(word, before, numbered=numbered, short=short)
        if verdict is not None:
            return verdict
        end, numbered = first, kind is Kind.NUMBER or (numbered and _is_whose(word))
    return False


def is_cued(text: Text, start: int, end: int) -> bool:
    """Whether a word may speak for a number that starts between two places of a text."""
    first = max(0, start - _REACH)
    if not (text.original.isascii() or text.original[first:end].isascii()):
        return True
    return bool(_hints(b" %b " % text.ascii[first:end].translate(_SMALL)))


def names(source: str, end: int) -> bool:
    """Whether words in parentheses after a place say what the number before is."""
    words = _AFTER.match(source, end)
    return words is not None and any(_kind(word) is Kind.NOUN for word in words[1].split())


def _verdict(word: _Word, before: str, *, numbered: bool, short: bool) -> bool | None:
    """What a word says of the number; `None` if that is up to the words before."""
    kind = word.kind
    if kind is Kind.OTHER or not (_BESIDE if word.near else _BETWEEN).fullmatch(word.gap):
        return False
    if kind is Kind.NOUN:
        return True
    if kind is Kind.OWNER and numbered:
        return not short
    if kind is Kind.VERB or (kind is Kind.DEED and not word.near):
        return _SAID.fullmatch(word.gap) is not None and not _is_name(word, before)
    return None if _goes_on(word, short=short) else False


def _goes_on(word: _Word, *, short: bool) -> bool:
    """Whether a word may stand between the number and the word that says what it is."""
    if word.kind in _LEADING or (not short and word.text.istitle()):
        return True
    return ":" in word.gap or "=" in word.gap if word.near else not short


def _is_name(verb: _Word, before: str) -> bool:
    """Whether a verb is none but a part of a name, as in `FUNCTION_CALL` and `function call`."""
    prior = _PRIOR.match(before, 0, verb.start)
    return before[verb.start - 1 : verb.start] == "_" or (
        prior is not None and _kind(prior[0].rstrip()) is Kind.OTHER
    )


def _is_whose(word: _Word) -> bool:
    return word.kind is Kind.WHOSE or (word.text.isupper() and len(word.text) == len("UK"))


def _kind(word: str) -> Kind | None:
    plain = word.lower()
    kind = _KINDS.get(plain)
    if kind is None and plain != word:
        kind = _camel(word)
    return kind or _inflected(plain)


def _camel(word: str) -> Kind | None:
    """The kind of the telling part of a name such as `phoneNumber`."""
    kinds = [_KINDS.get(hump.lower()) for hump in _HUMP.findall(word)]
    return next((kind for kind in (Kind.OTHER, Kind.NOUN, Kind.NUMBER) if kind in kinds), None)


def _inflected(word: str) -> Kind | None:
    if word.startswith(_STEMS) or (not word.isascii() and any(cue in word for cue in _UNSPACED)):
        return Kind.NOUN
    return None
