import { writeFile } from 'node:fs/promises';
import type { SoundStream } from '#lib/media/sound/choose-sound';
import { pcmBytesPerSecond, pcmSampleRate } from '#lib/media/pcm';
import { decodingLimits, runTool, ToolFailure } from '#lib/media/run-tool';
import { soundGraph, type SoundPart } from '#lib/media/sound/sound-graph';

/**
 * Decodes one audio stream of a media file, or one part of it, to 16 kHz mono s16le at `outputPath`, at most
 * `maxSeconds`. Times are the media's, so those of several streams are comparable. Returns false if ffmpeg gave up;
 * sound decoded before that is kept. Throws the signal's reason if aborted.
 */
export async function decodeTrack(
  inputPath: string,
  outputPath: string,
  {
    stream,
    part,
    maxSeconds,
    signal,
  }: { stream: SoundStream; part?: SoundPart; maxSeconds: number; signal: AbortSignal },
): Promise<boolean> {
  // Created here, so that an unwritable folder is not mistaken for the customer's fault.
  await writeFile(outputPath, '');
  const { inputs, filter } = await soundGraph(inputPath, [stream], { rate: pcmSampleRate, part });
  const args = [
    ['-nostdin', '-v', 'error', ...inputs, '-filter_complex', filter, '-map', '[sound]'],
    ['-map_metadata', '-1', '-t', String(maxSeconds), '-ac', '1', '-threads', '1'],
    ['-f', 's16le', '-y', `file:${outputPath}`],
  ].flat();
  const limits = decodingLimits(maxSeconds, { bytesPerSecond: pcmBytesPerSecond });
  try {
    await runTool('ffmpeg', args, limits, signal);
    return true;
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return false;
  }
}
