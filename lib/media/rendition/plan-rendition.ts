import {
  chooseRendition,
  renditionEntries,
  type RenditionChoice,
} from '#lib/media/rendition/choose-rendition';
import { inputArguments } from '#lib/media/probe-media';
import { runTool, ToolFailure } from '#lib/media/run-tool';

const limits = { cpuSeconds: 60, wallSeconds: 120, fileBytes: 0 };

/** What is heard in a media file and how to make a rendition of it, as `chooseRendition` says; nothing where ffprobe can't list it. */
export async function planRendition(
  inputPath: string,
  signal: AbortSignal | undefined,
  tracks?: readonly number[],
): Promise<RenditionChoice> {
  const args = [
    ['-v', 'error', ...inputArguments(inputPath)],
    ['-show_entries', renditionEntries, '-of', 'json'],
  ].flat();
  try {
    return chooseRendition((await runTool('ffprobe', args, limits, signal)).stdout, tracks);
  } catch (error) {
    if (error instanceof ToolFailure) return { streams: [], sound: [], start: 0, plans: [] };
    throw error;
  }
}
