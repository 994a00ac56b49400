import { stat } from 'node:fs/promises';
import { cutSound } from '#lib/media/cut-sound';
import { InvalidMedia, mediaFaults } from '#lib/media/media-failure';
import { pcmBytesPerSecond } from '#lib/media/pcm';
import type { Span } from '#lib/recognition/pieces/piece';
import type { RecognizedRecording, Sound } from '#lib/recognition/recognize-recording';

/** Sound on both sides of a passage: an engine errs where a word is cut, and in the first words that it hears. */
export const contextMs = 1000;

/**
 * The sound of a passage of decoded sound with some on both sides, in files beside it, and the time that it begins with. Throws
 * `InvalidMedia` where the sound ends before.
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
  const cut = async (file: string): Promise<string> => {
    const output = file.replace(/\.s16le$/, '.passage.s16le');
    await cutSound(file, output, { startMs, endMs }, signal);
    return output;
  };
  const sound = {
    mixed: await cut(mixed),
    channels: await Promise.all(channels.filter((file) => file !== mixed).map(cut)),
    totalMs: endMs - startMs,
    tracks,
  };
  if (sound.channels.length === 0) sound.channels.push(sound.mixed);
  return { sound, offsetMs: startMs };
}

/** What was recognized in sound that begins so late in the recording, by the times of the recording. */
export function delay<Heard extends Pick<RecognizedRecording, 'words' | 'record'>>(
  { words, record, ...heard }: Heard,
  offsetMs: number,
) {
  const shift = <Part extends Span>(part: Part): Part => ({
    ...part,
    startMs: part.startMs + offsetMs,
    endMs: part.endMs + offsetMs,
  });
  const { notUnderstood, languageDoubtful } = record;
  return {
    ...heard,
    words: words.map(shift),
    record: {
      ...record,
      ...(notUnderstood && { notUnderstood: notUnderstood.map(shift) }),
      ...(languageDoubtful && { languageDoubtful: languageDoubtful.map(shift) }),
    },
  };
}
