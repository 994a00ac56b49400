import path from 'node:path';
import { decodeAudio } from '#lib/media/decode-audio';
import { EngineFailure, type EngineDescription } from '#lib/recognition/engine';
import { openRecognition, type Recognition } from '#lib/recognition/recognition';
import type { Sound } from '#lib/recognition/recognize-recording';
import type { RecognitionRecord } from '#lib/recognition/record';
import type { Env } from '#lib/settings/env';
import type { MachineWord } from '#lib/transcript/model';
import type { Clip } from './read-clips';
import { watchChildren, type ChildCosts } from './watch-children';

/** A clip, decoded for recognition. */
export interface DecodedClip {
  clip: Clip;
  sound: Sound;
}

/** An engine's words in all clips, and the cost. */
export interface EngineRun {
  engine: EngineDescription;
  heard: Array<{ clip: Clip; words: MachineWord[] }>;
  /** The kind of the words' times; undefined if nothing was recognized. */
  timing: RecognitionRecord['words'] | undefined;
  costs: ChildCosts | undefined;
  /** Error messages, with the clip's name. */
  failures: string[];
}

const maxSeconds = 14_400;

/** Decodes clips as the worker does. */
export async function decodeClips(clips: readonly Clip[], folder: string): Promise<DecodedClip[]> {
  const decoded: DecodedClip[] = [];
  for (const [index, clip] of clips.entries()) {
    const mixed = path.join(folder, `${index}.s16le`);
    const { durationSeconds, channels } = await decodeAudio(clip.file, mixed, { maxSeconds });
    decoded.push({ clip, sound: { mixed, channels, totalMs: Math.round(durationSeconds * 1000) } });
  }
  return decoded;
}

/**
 * Recognizes clips one after the other with one engine, by all steps of a job except speaker separation of one channel.
 * Recognizes the shortest clip once in advance, so that loading the models counts as little as in a service.
 */
export async function recognizeClips(
  env: Env,
  engine: EngineDescription,
  clips: readonly DecodedClip[],
): Promise<EngineRun> {
  const recognition = openRecognition(env);
  const run: EngineRun = { engine, heard: [], timing: undefined, costs: undefined, failures: [] };
  try {
    const [shortest] = clips.toSorted((a, b) => a.sound.totalMs - b.sound.totalMs);
    if (shortest !== undefined) await recognizeClip(recognition, engine, shortest, () => undefined);
    const children = await watchChildren();
    for (const decoded of clips) {
      const { clip } = decoded;
      const fail = (reason: string) => run.failures.push(`${clip.name}: ${reason}`);
      const result = await recognizeClip(recognition, engine, decoded, fail);
      run.heard.push({ clip, words: result?.words ?? [] });
      run.timing = result?.record.words ?? run.timing;
    }
    run.costs = await children.end();
  } finally {
    await recognition.close();
  }
  return run;
}

async function recognizeClip(
  recognition: Recognition,
  engine: EngineDescription,
  { sound }: DecodedClip,
  fail: (reason: string) => void,
) {
  try {
    const plan = await recognition.prepare(sound, {
      engine: engine.id,
      // Two speakers in two channels are recognized best channel by channel.
      speakers: sound.channels.length > 1 ? 'auto' : 'off',
      standingVocabulary: [],
    });
    return await plan.recognize({
      known: [],
      onPiece: async () => undefined,
      onHelperFailed: (helper, error) => fail(`${helper}: ${String(error)}`),
      signal: new AbortController().signal,
    });
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    fail(error.message);
    return undefined;
  }
}
