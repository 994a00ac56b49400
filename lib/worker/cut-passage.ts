import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { InvalidMedia, mediaFaults } from '#lib/media/media-failure';
import { pcmBytesPerSecond } from '#lib/media/pcm';
import type { Span } from '#lib/recognition/pieces/piece';
import type { RecognizedRecording, Sound } from '#lib/recognition/recognize-recording';
import { keepPassage } from '#lib/revisions/recognitions/keep-passage';
import type { MachineWord } from '#lib/transcript/model';

/** Context on both sides of a passage: engines misrecognize cut words and the first ones. */
export const contextMs = 1000;

/**
 * Cuts a passage, with context on both sides, from the decoded sound into adjacent files, and returns it with its start
 * time. Throws `InvalidMedia` if the sound ends before, and the signal's reason when aborted.
 */
export async function cutPassage(
  { mixed, channels, tracks }: Omit<Sound, 'totalMs'>,
  passage: Span,
  signal: AbortSignal,
): Promise<{ sound: Sound; offsetMs: number }> {
  const soundMs = Math.floor(((await stat(mixed)).size * 1000) / pcmBytesPerSecond);
  const startMs = Math.max(0, passage.startMs - contextMs);
  const endMs = Math.min(soundMs, passage.endMs + contextMs);
  if (passage.startMs >= soundMs) throw new InvalidMedia(mediaFaults.damaged);
  const toByte = (ms: number): number => (ms * pcmBytesPerSecond) / 1000;
  const cut = async (file: string): Promise<string> => {
    const output = file.replace(/\.s16le$/, '.passage.s16le');
    const part = createReadStream(file, { start: toByte(startMs), end: toByte(endMs) - 1 });
    await pipeline(part, createWriteStream(output), { signal });
    return output;
  };
  const cutMix = await cut(mixed);
  const cutChannels: string[] = [];
  for (const file of channels) cutChannels.push(file === mixed ? cutMix : await cut(file));
  const sound = { mixed: cutMix, channels: cutChannels, totalMs: endMs - startMs, ...(tracks && { tracks }) };
  return { sound, offsetMs: startMs };
}

/** Shifts a passage's recognition to the recording's times, without words outside the passage. */
export function placePassage(
  { words, record, ...heard }: Omit<RecognizedRecording, 'removed'>,
  { passage, offsetMs, inUse }: { passage: Span; offsetMs: number; inUse: readonly MachineWord[] },
): Omit<RecognizedRecording, 'removed'> {
  const shift = <Part extends Span>(part: Part): Part => ({
    ...part,
    startMs: part.startMs + offsetMs,
    endMs: part.endMs + offsetMs,
  });
  const { notUnderstood, languageDoubtful } = record;
  return {
    ...keepPassage({ ...heard, words: words.map(shift) }, passage, inUse),
    record: {
      ...record,
      ...(notUnderstood && { notUnderstood: notUnderstood.map(shift) }),
      ...(languageDoubtful && { languageDoubtful: languageDoubtful.map(shift) }),
    },
  };
}
