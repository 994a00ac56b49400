import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Alignment } from '#lib/recognition/alignment/aligner';
import { numberWords } from '#lib/recognition/alignment/pocketsphinx/number-words';
import { placeWords } from '#lib/recognition/alignment/pocketsphinx/place-words';
import {
  writeDictionary,
  writeGrammar,
  type NumberedWord,
} from '#lib/recognition/alignment/pocketsphinx/write-grammar';
import { guessPronunciations } from '#lib/recognition/alignment/pronunciation/guess-pronunciations';
import type { Dictionary } from '#lib/recognition/alignment/pronunciation/open-dictionary';
import { runProgram } from '#lib/recognition/alignment/run-program';
import type { RecognizedWord } from '#lib/recognition/engine';
import type { Model } from '#lib/recognition/engines/pocketsphinx/find-model';
import { parseBacktrace, parseMeanScore } from '#lib/recognition/engines/pocketsphinx/parse-backtrace';
import type { Piece } from '#lib/recognition/pieces/piece';

const frameMs = 10;
const bytesPerMs = 32;
/** Context on both sides of a piece, since pieces are cut close to the speech. */
const paddingMs = 200;
/** A phone has three states, each at least one frame long. */
const framesPerPhone = 3;

/** PocketSphinx with its English model, and that model's dictionary. */
interface AlignerModel {
  model: Model;
  dictionary: Dictionary;
}

/** Times words with PocketSphinx and a grammar of only these; undefined on a mismatch. Throws as `runProgram` does. */
export async function alignWords(
  {
    pcmPath,
    piece,
    words,
  }: { pcmPath: string; piece: Pick<Piece, 'startMs' | 'endMs'>; words: readonly RecognizedWord[] },
  { model, dictionary }: AlignerModel,
  signal: AbortSignal,
): Promise<Alignment | undefined> {
  // Beside the sound, so that leftovers of a crashed worker are deleted with the job.
  const folder = await mkdtemp(path.join(path.dirname(path.resolve(pcmPath)), 'alignment-'));
  try {
    const guess = (unknown: readonly string[]) => guessPronunciations(unknown, { folder, signal });
    const texts = words.map(({ text }) => text);
    const spoken = await numberWords(texts, dictionary, guess);
    const { size } = await stat(pcmPath);
    const fromFrame = Math.max(0, Math.floor((piece.startMs - paddingMs) / frameMs));
    const toFrame = Math.floor(Math.min(piece.endMs + paddingMs, size / bytesPerMs) / frameMs);
    if (spoken === undefined || spoken.length === 0 || countFrames(spoken) > toFrame - fromFrame)
      return undefined;
    await Promise.all([
      symlink(path.resolve(pcmPath), path.join(folder, 'sound')),
      writeFile(path.join(folder, 'control'), `sound ${fromFrame} ${toFrame} piece\n`),
      writeFile(path.join(folder, 'grammar'), writeGrammar(spoken)),
      writeFile(path.join(folder, 'dictionary'), writeDictionary(spoken)),
    ]);
    const log = await runAligner(model, { folder, lengthMs: piece.endMs - piece.startMs, signal });
    const score = parseMeanScore(log);
    const alignment = {
      spoken: spoken.map(({ index }) => index),
      rows: parseBacktrace(log),
      zeroMs: fromFrame * frameMs,
    };
    const placed = placeWords(words, alignment, piece);
    return placed === undefined || score === undefined ? undefined : { words: placed, score };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function countFrames(words: readonly NumberedWord[]): number {
  const counts = words.map(({ phones }) => Math.min(...phones.map((sound) => sound.split(' ').length)));
  return framesPerPhone * counts.reduce((sum, count) => sum + count, 0);
}

async function runAligner(
  { program, acoustic }: Model,
  { folder, lengthMs, signal }: { folder: string; lengthMs: number; signal: AbortSignal },
): Promise<string> {
  const parameters = [
    ['-hmm', acoustic, '-dict', path.join(folder, 'dictionary'), '-fsg', path.join(folder, 'grammar')],
    ['-ctl', path.join(folder, 'control'), '-cepdir', folder, '-cepext', '', '-adcin', 'yes'],
    // The default beams lose correct text that is spoken fast or contains a wrong word.
    ['-beam', '1e-200', '-pbeam', '1e-200', '-wbeam', '1e-150', '-bestpath', 'no'],
    // With the default (yes), silent frames are dropped before counting, which makes times wrong.
    ['-remove_silence', 'no', '-cmn', 'batch', '-backtrace', 'yes'],
  ].flat();
  const { stderr } = await runProgram(program, parameters, {
    deadlineMs: 30_000 + 3 * lengthMs,
    // Ten times the usual time.
    maxProcessorSeconds: 5 + lengthMs / 2000,
    signal,
  });
  return stderr;
}
