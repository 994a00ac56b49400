import { z } from 'zod';
import { chooseSound, soundEntries, soundStream, type SoundStream } from '#lib/media/sound/choose-sound';
import { inputArguments } from '#lib/media/input/input-arguments';
import { readingLimits, runTool, ToolFailure } from '#lib/media/run-tool';

const listing = z.object({
  streams: z.array(soundStream),
  format: z.object({ start_time: z.coerce.number().catch(0) }).default({ start_time: 0 }),
});

/** The audio streams of a recording, and the time of the file's clock at its start, in seconds, if known. */
export interface FoundSound {
  streams: readonly SoundStream[];
  start: number | undefined;
}

/** Finds the audio streams that are the recording (`chooseSound`); empty if unknown. Throws the signal's reason. */
export async function findSound(inputPath: string, signal: AbortSignal | undefined): Promise<FoundSound> {
  const args = [
    ['-v', 'error', ...(await inputArguments(inputPath)), '-select_streams', 'a'],
    ['-show_entries', `${soundEntries}:format=start_time`, '-of', 'json'],
  ].flat();
  try {
    const { stdout } = await runTool('ffprobe', args, readingLimits(1), signal);
    const { streams, format } = listing.parse(JSON.parse(stdout));
    return { streams: chooseSound(streams), start: format.start_time };
  } catch (error) {
    if (error instanceof ToolFailure) return { streams: [], start: 0 };
    throw error;
  }
}
