import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findProgram } from '#lib/recognition/engines/pocketsphinx/find-model';
import { AlignmentFailure } from '#lib/recognition/alignment/aligner';
import { runProgram } from '#lib/recognition/alignment/run-program';

/** Phones of flite with other names in CMUdict. */
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
/** A fast voice that keeps phones apart that others merge. */
const voice = 'kal16';
const deadlineMs = 10_000;
/** In letters, longer than any English word. flite takes seconds for thousands of letters. */
const maxLetters = 40;

/** Guesses pronunciations with flite's rules, in CMUdict's phones; empty if flite isn't installed. */
export async function guessPronunciations(
  words: readonly string[],
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<Map<string, string>> {
  const program = findProgram('flite');
  const listed = words.filter((word) => /[a-z]/.test(word) && word.length <= maxLetters);
  if (program === undefined || listed.length === 0) return new Map();
  const file = path.join(folder, 'words');
  // A blank line ends an utterance, and each utterance is one line of output.
  await writeFile(file, listed.map((word) => `${word}\n\n`).join(''), { mode: 0o600 });
  const limits = { deadlineMs, maxProcessorSeconds: deadlineMs / 1000, signal };
  const parameters = ['-voice', voice, '-ps', '-o', 'none', '-f', file];
  // Without a guess, pronunciations are derived from letters.
  const { stdout } = await runProgram(program, parameters, limits).catch((error: unknown) => {
    if (error instanceof AlignmentFailure && !signal.aborted) return { stdout: '' };
    throw error;
  });
  const lines = stdout.trimEnd().split('\n');
  // Otherwise, lines can't be matched to words.
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
