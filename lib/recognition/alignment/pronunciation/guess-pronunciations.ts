import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findProgram } from '#lib/recognition/engines/pocketsphinx/find-model';
import { AlignmentFailure } from '#lib/recognition/alignment/aligner';
import { runProgram } from '#lib/recognition/alignment/run-program';

/** Phones of flite that CMUdict names otherwise. */
const renamed: Readonly<Record<string, string>> = {
  ax: 'AH',
  axr: 'ER',
  ix: 'IH',
  dx: 'D',
  el: 'AH L',
  em: 'AH M',
  en: 'AH N',
};
const phone = /^(?:AA|AE|AH|AO|AW|AY|CH|DH|EH|ER|EY|HH|IH|IY|JH|NG|OW|OY|SH|TH|UH|UW|ZH|[BDFGKLMNPRSTVWYZ])$/;
/** Speaks as little as possible: a voice that is quick, and keeps the phones apart that others merge. */
const voice = 'kal16';
const deadlineMs = 10_000;
/** Longer than any English word; flite takes seconds for one of thousands of letters. */
const maxLetters = 40;

/** Pronunciations by flite's rules in CMUdict's phones for the words of a file; none where it isn't installed. */
export async function guessPronunciations(
  words: readonly string[],
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<Map<string, string>> {
  const program = findProgram('flite');
  const listed = words.filter((word) => /[a-z]/.test(word) && word.length <= maxLetters);
  if (program === undefined || listed.length === 0) return new Map();
  const file = path.join(folder, 'words');
  // A blank line ends an utterance, and each utterance is a line of the output.
  await writeFile(file, listed.map((word) => `${word}\n\n`).join(''), { mode: 0o600 });
  const limits = { deadlineMs, maxProcessorSeconds: deadlineMs / 1000, signal };
  const parameters = ['-voice', voice, '-ps', '-o', 'none', '-f', file];
  // Without a guess, words are sounded out by their letters.
  const { stdout } = await runProgram(program, parameters, limits).catch((error: unknown) => {
    if (error instanceof AlignmentFailure && !signal.aborted) return { stdout: '' };
    throw error;
  });
  const lines = stdout.trimEnd().split('\n');
  // Otherwise it is unknown which line is whose.
  if (lines.length !== listed.length) return new Map();
  return new Map(listed.flatMap((word, i) => readPhones(word, lines[i] ?? '')));
}

function readPhones(word: string, line: string): Array<[string, string]> {
  const phones = line
    .trim()
    .split(/\s+/)
    .filter((name) => name !== 'pau')
    .map((name) => renamed[name] ?? name.toUpperCase());
  const areKnown =
    phones.length > 0 && phones.every((name) => name.split(' ').every((part) => phone.test(part)));
  return areKnown ? [[word, phones.join(' ')]] : [];
}
