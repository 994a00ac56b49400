import type { Abbreviations } from '#lib/transcript/sentences/abbreviations';
import { germanic } from '#lib/transcript/sentences/languages/germanic';
import { otherLanguages } from '#lib/transcript/sentences/languages/others';
import { romance } from '#lib/transcript/sentences/languages/romance';
import { slavic } from '#lib/transcript/sentences/languages/slavic';

/** The abbreviations of a language, as lookup sets. */
export interface SentenceTable {
  before: ReadonlySet<string>;
  beforeNumber: ReadonlySet<string>;
  anywhere: ReadonlySet<string>;
  months: ReadonlySet<string>;
  beforeOrdinal: ReadonlySet<string>;
  starters: ReadonlySet<string>;
  letters: ReadonlySet<string>;
  hasOrdinals: Abbreviations['hasOrdinals'];
}

const byLanguage: Record<string, Abbreviations> = { ...germanic, ...romance, ...slavic, ...otherLanguages };

/** Abbreviations in texts of every language. */
const everywhere: Abbreviations = {
  before:
    'mr mrs ms dr st vs e.g i.e z.B e.V Mme Mlle Mgr Lt Sgt Capt Cmdr Col Gen Hon Rev Sen Gov Rep Mt Ft',
  beforeNumber: 'No Nos Nr N° Nº N.º vol Vol Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec',
  anywhere:
    'etc prof Jan Feb Apr Jun Jul Aug Sept Oct Nov Dec Nr Inc Ltd Co Corp Jr Sr Ph.D a.m p.m U.S U.K U.N D.C Bros',
};

/** The language whose rules apply to a script if the language is unknown. */
const byScript = (
  'Cyrillic ru, Greek el, Arabic ar, Hebrew he, Armenian hy, Georgian ka, Devanagari hi, Bengali bn, Gurmukhi pa, ' +
  'Gujarati gu, Oriya or, Tamil ta, Telugu te, Kannada kn, Malayalam ml, Sinhala si, Ethiopic am'
)
  .split(', ')
  .map((entry) => {
    const [script = '', language = ''] = entry.split(' ');
    return [new RegExp(String.raw`\p{Script=${script}}`, 'u'), language] as const;
  });

const known = ['en', 'de', 'fr', 'es'];

/** Abbreviations that aren't words in other languages, for Latin text in an unknown language. */
const unknown: Abbreviations = {
  before:
    'bzw vgl sog z.b d.h z.t i.d.r u.a.m mme mmes mlle sra srta dra dhr mevr bijv d.w.z np tzn t.ex f.eks bl.a p.ex p.ej ' +
    'c.-à-d např dott esim',
  beforeNumber: 'nr kl ca cca str pag pág núm p s n čl st',
  anywhere: 'usw osv ecc enz u.a m ul',
  months: [...known, 'sv', 'da'].map((language) => byLanguage[language]?.months ?? '').join(' '),
  starters: known.map((language) => byLanguage[language]?.starters ?? '').join(' '),
  letters: 'I',
  hasOrdinals: 'before-small',
};

const tables = new Map<string, SentenceTable>();

/** Returns the table of a language (a BCP 47 tag) or, if it is unknown, of the word's script. */
export function getSentenceTable(language: string | null | undefined, word: string): SentenceTable {
  const primary = language?.split('-', 1)[0]?.toLowerCase() ?? '';
  const key = primary in byLanguage ? primary : guess(word);
  const found = tables.get(key);
  if (found !== undefined) return found;
  const made = makeTable(byLanguage[key] ?? unknown);
  tables.set(key, made);
  return made;
}

function guess(word: string): string {
  if (/^[ -\u024f]*$/.test(word)) return '';
  return byScript.find(([script]) => script.test(word))?.[1] ?? '';
}

function makeTable(own: Abbreviations): SentenceTable {
  const toSet = (key: keyof typeof everywhere & keyof SentenceTable): Set<string> =>
    new Set(`${everywhere[key] ?? ''} ${own[key] ?? ''}`.match(/\S+/gu));
  return {
    before: toSet('before'),
    beforeNumber: toSet('beforeNumber'),
    anywhere: toSet('anywhere'),
    months: new Set((own.months ?? '').toLowerCase().match(/\S+/gu)),
    beforeOrdinal: toSet('beforeOrdinal'),
    starters: toSet('starters'),
    letters: toSet('letters'),
    hasOrdinals: own.hasOrdinals,
  };
}
