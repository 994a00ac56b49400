import { z } from 'zod';
import { chooseSound, soundEntries, soundStream, type SoundStream } from '#lib/media/sound/choose-sound';
import { inputArguments } from '#lib/media/probe-media';
import { runTool, ToolFailure } from '#lib/media/run-tool';

const limits = { cpuSeconds: 60, wallSeconds: 120, fileBytes: 0 };
const listing = z.object({ streams: z.array(soundStream) });

/**
 * The audio streams of a media file that are the recording, as `chooseSound` says; empty where that can't be told, which is
 * for the decoder to explain. Throws the signal's reason when aborted.
 */
export async function findSound(inputPath: string, signal: AbortSignal | undefined): Promise<SoundStream[]> {
  const args = [
    ['-v', 'error', ...inputArguments(inputPath), '-select_streams', 'a'],
    ['-show_entries', soundEntries, '-of', 'json'],
  ].flat();
  try {
    const { stdout } = await runTool('ffprobe', args, limits, signal);
    return chooseSound(listing.parse(JSON.parse(stdout)).streams);
  } catch (error) {
    if (error instanceof ToolFailure) return [];
    throw error;
  }
}
