import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findModel } from '#lib/recognition/engines/pocketsphinx/find-model';
import { parseBacktrace } from '#lib/recognition/engines/pocketsphinx/parse-backtrace';
import { align } from '#lib/transcript/align/align';
import { toTokens } from '#lib/transcript/align/tokens';
import { createRandomSpeech } from '#e2e/support/transcript/random-speech';
import type { MachineWord } from '#lib/transcript/model';
import type { Client } from '#e2e/support/client';
import { countWordErrors, readClips, toWords, type Clip } from '#e2e/support/speech';
import { note } from './note';

/** Measures the accuracy of word times after corrections, on real and on synthetic speech. */
export async function measureAlign(client: Client): Promise<void> {
  await measureRealSpeech(client);
  measureMadeUpSpeech();
}

/** Recognizes clips, corrects them completely, and aligns them; forced alignment is the ground truth. */
async function measureRealSpeech(client: Client): Promise<void> {
  const errors: number[] = [];
  const errorsOfSpacing: number[] = [];
  let wrong = 0;
  let linked = 0;
  for (const clip of await readClips()) {
    const { id } = await client.submitFile(clip.file, 'audio/wav');
    await client.ended(id);
    const heard = toMachineWords(await client.transcript(id));
    const truth = await forceAlign(clip);
    const timed = align(toTokens([{ text: clip.words.join(' ') }]), heard, { from: 0, to: heard.length });
    const [first, last] = [heard[0]?.startMs ?? 0, heard.at(-1)?.endMs ?? 0];
    for (const [i, startMs] of truth.entries()) {
      errors.push(Math.abs((timed[i]?.startMs ?? 0) - startMs));
      errorsOfSpacing.push(Math.abs(first + ((last - first) * i) / truth.length - startMs));
    }
    wrong += countWordErrors(clip.words, toWords(heard.map(({ text }) => text).join(' ')));
    linked += timed.filter(({ machine }) => machine !== undefined).length;
  }
  const percent = (count: number) => `${((100 * count) / errors.length).toFixed(1)} %`;
  note(
    'Corrected clips: words linked',
    `${percent(linked)} of ${errors.length} (wrong before: ${percent(wrong)})`,
    '',
  );
  note(
    'Corrected clips: error of the times',
    describe(errors),
    `equal spacing: ${describe(errorsOfSpacing)}`,
  );
}

function toMachineWords(transcript: Awaited<ReturnType<Client['transcript']>>): MachineWord[] {
  return transcript.monologues
    .flatMap(({ elements }) => elements)
    .flatMap((element) =>
      element.type === 'text'
        ? [
            {
              text: element.value,
              startMs: Math.round(1000 * element.ts),
              endMs: Math.round(1000 * element.end_ts),
              confidence: 1,
            },
          ]
        : [],
    );
}

/** The start of each word in a clip, in milliseconds, by PocketSphinx with a grammar of only that sentence. */
async function forceAlign(clip: Clip): Promise<number[]> {
  const model = findModel();
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-truth-'));
  try {
    const name = path.basename(clip.file, '.wav');
    await writeFile(path.join(folder, 'clips'), `${name}\n`);
    const grammar = `#JSGF V1.0; grammar said; public <said> = ${clip.words.join(' ')};`;
    await writeFile(path.join(folder, 'grammar'), grammar);
    const options = {
      '-hmm': model.acoustic,
      '-dict': model.dictionary,
      '-jsgf': path.join(folder, 'grammar'),
      '-ctl': path.join(folder, 'clips'),
      '-cepdir': path.dirname(clip.file),
      '-cepext': '.wav',
      '-adcin': 'yes',
      '-adchdr': '44',
      '-backtrace': 'yes',
      '-bestpath': 'no',
      '-beam': '1e-80',
      '-pbeam': '1e-80',
      '-wbeam': '1e-60',
      '-hyp': path.join(folder, 'heard'),
    };
    const { stderr } = await promisify(execFile)(model.program, Object.entries(options).flat());
    const words = parseBacktrace(stderr);
    if (words.length !== clip.words.length) {
      const heard = await readFile(path.join(folder, 'heard'), 'utf8');
      throw new Error(`the clip ${name} could not be aligned: ${heard}`);
    }
    return words.map(({ startFrame }) => 10 * startFrame);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function measureMadeUpSpeech(): void {
  const rates = { wrong: 0.05, missed: 0.025, extra: 0.025 };
  const { machine, turns } = createRandomSpeech({ words: 30_000, turns: 600, errors: rates });
  const texts = turns.map(({ said }) => toTokens([{ text: said.map(({ text }) => text).join(' ') }]));
  const alignAll = () => turns.map((turn, i) => align(texts[i] ?? [], machine, turn));
  const errors = alignAll().flatMap((timed, i) =>
    timed.map(({ startMs }, k) => Math.abs(startMs - (turns[i]?.said[k]?.startMs ?? 0))),
  );
  const exact = errors.filter((error) => error === 0).length;
  note(
    '30,000 made-up words, 10 % errors: exact times',
    `${((100 * exact) / errors.length).toFixed(2)} %`,
    `at least 97 %; ${describe(errors)}`,
  );
  const tookMs = Math.min(...Array.from({ length: 5 }, () => measureTime(alignAll)));
  const loopMs = Math.min(...Array.from({ length: 5 }, () => measureTime(() => lettersInCommon(machine))));
  note(
    '30,000 made-up words: time to align',
    `${tookMs.toFixed(0)} ms`,
    `${(tookMs / loopMs).toFixed(1)} times a reference loop of ${loopMs.toFixed(0)} ms`,
  );
  const long = machine.slice(0, 5000);
  const rewritten = toTokens([
    { text: long.map(({ text }) => Array.from(text).toReversed().join('')).join(' ') },
  ]);
  const corrected = toTokens([
    { text: long.map(({ text }, i) => (i % 9 === 4 ? `${text}s` : text)).join(' ') },
  ]);
  const whole = { from: 0, to: long.length };
  const best = (work: () => unknown) =>
    `${Math.min(...Array.from({ length: 5 }, () => measureTime(work))).toFixed(0)} ms`;
  note(
    'One turn of 5,000 words, each ninth corrected',
    best(() => align(corrected, long, whole)),
    '',
  );
  note(
    'One turn of 5,000 words, all rewritten',
    best(() => align(rewritten, long, whole)),
    '',
  );
}

/** A fixed workload of string operations: compares each word's letters with those of the previous 20. */
function lettersInCommon(words: readonly MachineWord[]): number {
  let common = 0;
  for (const [i, { text }] of words.entries()) {
    for (let back = 1; back <= 20; back++) {
      const other = words[i - back]?.text ?? '';
      for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === other.charCodeAt(at)) common++;
    }
  }
  return common;
}

function measureTime(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

function describe(errors: readonly number[]): string {
  const sorted = errors.toSorted((a, b) => a - b);
  const mean = sorted.reduce((sum, error) => sum + error, 0) / sorted.length;
  const near = (100 * sorted.filter((error) => error <= 200).length) / sorted.length;
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `median ${median.toFixed(0)} ms, mean ${mean.toFixed(1)} ms, within 200 ms ${near.toFixed(1)} %`;
}
