import { splitPunctuation } from '#lib/transcript/text/punctuation';

/*
 * Commonly offensive words by language, with their usual endings. They match whole words or hyphenated parts. Words
 * that are mostly names or have a harmless everyday meaning are not included.
 */

const international =
  '(?:mother|cluster)?fuck(?:s|ed|er|ers|in|ing|face|faces|head|heads|wit|wits|up|ups)? ' +
  '(?:bull|horse|dip)?shit(?:s|ty|ting|ter|ters|head|heads|hole|holes|face|show)?';

const lists: Record<string, string> = {
  '': international,
  en:
    `${international} ` +
    '(?:dumb|jack|smart|bad|fat|hard)?ass(?:es|hole|holes|hat|hats|wipe|wipes)? arse(?:s|hole|holes)? bastards? ' +
    'bitch(?:es|ed|ing|y)? blowjobs? bollocks cocksuck(?:er|ers|ing) cum(?:ming|shot|shots) cunts? ' +
    'dick(?:head|heads|wad|wads) douche(?:bag|bags) fag(?:s|got|gots)? god(?:damn|damned|damnit|dammit) jizz kikes? ' +
    'nigg(?:er|ers|a|as|az|ah) pakis? piss(?:es|ed|ing|er)? pricks? puss(?:y|ies) retard(?:s|ed)? skank(?:s|y)? ' +
    'slut(?:s|ty)? tit(?:s|ties) trann(?:y|ies) twats? wank(?:s|ed|er|ers|ing)? whores?',
  de:
    `${international} ` +
    'arsch(?:es|loch|löcher|lochs|löchern|geige|geigen|gesicht|gesichter|kriecher|karte|backe|backen)? ärschen? ' +
    'verarsch(?:e|en|t|te|ten) (?:an|ver)?gepiss(?:t|te|ter|tes|ten) beschissen(?:e|er|es|en|em)? bitch(?:es)? ' +
    'bums(?:en|t|te)|gebumst fick(?:e|en|er|s|st|t|te|ten|erei)? (?:durch|ver)?(?:ge)?fick(?:t|te|ten|ter|tes) ' +
    'fotzen? huren? huren(?:sohn|sohns|söhne|söhnen|kind|kinder) kack(?:e|en|er|ern|t|te)? kanaken? missgeburt(?:en)? ' +
    'miststück(?:e|s)? mösen? nigg(?:er|ern|ers|a|as) nutten? piss(?:e|en|er|ern|t) sau(?:dumm|blöd)(?:e|er|es|en)? ' +
    'schei(?:ß|ss)\\p{L}* schlampen? schwanzlutschern? schwuchteln? spast(?:i|is|en)? titten? verpiss(?:t|en|e|te)? ' +
    'wichs(?:e|en|er|ern|t|te)?',
};

const patterns = new Map(
  Object.entries(lists).map(([language, list]) => [
    language,
    new RegExp(`^(?:${list.replaceAll(' ', '|')})$`, 'iu'),
  ]),
);

/**
 * Masks a word with asterisks after its first letter if it is offensive in its language (a BCP 47 tag; languages that
 * are unknown or without a list use words that are offensive in most). Ignores case, and keeps a possessive ending and
 * punctuation: `Shit's,` becomes `S***'s,`.
 */
export function maskProfanity(text: string, language: string | undefined): string {
  const pattern = patterns.get(toPrimaryLanguage(language)) ?? patterns.get('');
  const { before, core, after } = splitPunctuation(text);
  const masked = core
    .split(/(-)/)
    .map((part) => {
      const [, word = part, possessive = ''] = /^(.+?)(['’]s?)?$/iu.exec(part) ?? [];
      return pattern?.test(word.normalize('NFC')) ? `${mask(word)}${possessive}` : part;
    })
    .join('');
  return `${before}${masked}${after}`;
}

function mask(word: string): string {
  const [first = '', ...others] = Array.from(word.normalize('NFC'));
  return `${first}${'*'.repeat(others.length)}`;
}

/** Returns a tag's primary language, such as `de` for `de-AT`; empty for none. */
export function toPrimaryLanguage(tag: string | undefined): string {
  return tag?.split('-', 1)[0]?.toLowerCase() ?? '';
}
