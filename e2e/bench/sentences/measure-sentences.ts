import { parseArgs } from 'node:util';
import { findSentenceEnds } from '#lib/transcript/sentences/find-sentence-ends';
import { splitWords } from '#lib/transcript/text/split-words';
import { golden } from '#e2e/support/transcript/golden-sentences/golden-sentences';
import { type Case, readSuites, type Suites } from './read-suites';

/*
 * `npm run bench -- sentences [FOLDER]`: counts the texts split into the same sentences as a suite expects, by
 * language, for the tests' own suite and public ones in the folder. `--texts` shows those that are split differently.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { texts: { type: 'boolean', default: false } },
});

/** Why a case can't be compared: a transcript has no line breaks, keeps its text, and ends sentences at words. */
type Reason = 'line breaks' | 'another text' | 'no words' | 'ends within a word';

/**
 * Splits a text into parts, or returns why it can't be compared. In words, a part may begin wherever the suite begins
 * one.
 */
function judge(
  { text, parts }: Case,
  language: string,
  inWords: boolean,
): { cut: string[]; isRight: boolean } | Reason {
  if (/[\n\r\v\f\u0085\u2028\u2029]/.test(text.trim())) return 'line breaks';
  if (dense(parts.join('')) !== dense(text)) return 'another text';
  const words = splitWords(text);
  if (words.length === 0) return 'no words';
  const expected = toOffsets(parts);
  const wordEnds = words.map(({ end }) => dense(text.slice(0, end)).length);
  if (!inWords && !expected.every((end) => wordEnds.includes(end))) return 'ends within a word';
  const ends = inWords ? words.map(() => true) : findSentenceEnds(words, { language });
  const cut = words.flatMap((_, at) => {
    const from = ends.lastIndexOf(true, at - 1) + 1;
    return ends[at] === true ? [text.slice(at === 0 ? 0 : words[from]?.start, words[at]?.end)] : [];
  });
  const found = wordEnds.filter((_, at) => ends[at]);
  const isRight =
    found.every((end) => expected.includes(end)) && (inWords || found.length === expected.length);
  return { cut, isRight };
}

const dense = (text: string): string => text.replaceAll(/\s+/gu, '');

/** The distinct ends of parts, not counting whitespace. */
function toOffsets(parts: readonly string[]): number[] {
  let length = 0;
  return [...new Set(parts.map((part) => (length += dense(part).length)))];
}

function measure(suites: Suites): void {
  for (const [suite, languages] of suites) {
    const sum = { right: 0, judged: 0, all: 0 };
    console.log(`\n${suite}`);
    for (const [language, cases] of languages) {
      const count = { right: 0, judged: 0 };
      const reasons = new Map<Reason, number>();
      for (const one of cases) {
        const verdict = judge(one, language, suite.startsWith('Word'));
        if (typeof verdict === 'string') {
          reasons.set(verdict, (reasons.get(verdict) ?? 0) + 1);
          continue;
        }
        count.judged += 1;
        if (verdict.isRight) count.right += 1;
        else if (values.texts)
          console.log(`    ${verdict.cut.join(' | ')}\n    not ${one.parts.join(' | ')}`);
      }
      const aside = Array.from(reasons, ([reason, times]) => `${times} ${reason}`).join(', ');
      console.log(`  ${language.padEnd(4)} ${count.right} of ${count.judged}${aside && `; aside: ${aside}`}`);
      for (const key of ['right', 'judged'] as const) sum[key] += count[key];
      sum.all += cases.length;
    }
    console.log(`  all  ${sum.right} of ${sum.judged}, and ${sum.all - sum.judged} aside`);
  }
}

const own = Object.entries(golden).map(([language, cases]) => {
  const written = cases.map((text) => ({
    text: text.replaceAll(' | ', ' ').replaceAll('|', ''),
    parts: text.split(/ ?\| ?/),
  }));
  return [language, written] as const;
});
measure(new Map([['Suite of the tests', new Map(own)]]));
for (const folder of positionals) measure(await readSuites(folder));
