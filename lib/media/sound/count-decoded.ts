import { readingLimits, runTool, ToolFailure } from '#lib/media/run-tool';

/** Low, because the samples are only counted. */
const rate = 8000;
const bytesPerSecond = 2 * rate;

interface CountOptions {
  maxSeconds: number;
  dataBytes?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Decodes one stream of a media file, discards the sound, and returns its length in seconds, regardless of any clock;
 * undefined if ffmpeg gives up. Throws the signal's reason if aborted.
 */
export async function countDecoded(
  input: readonly string[],
  index: number,
  { maxSeconds, dataBytes, signal }: CountOptions,
): Promise<number | undefined> {
  let seconds: number | undefined;
  const onLine = (line: string): void => {
    const [, bytes] = /^total_size=(\d+)$/.exec(line) ?? [];
    if (bytes !== undefined) seconds = Number(bytes) / bytesPerSecond;
  };
  const args = [
    ['-nostdin', '-v', 'error', ...input, '-map', `0:${index}`, '-af', `asetpts=N/SR/TB,aresample=${rate}`],
    // If the sample rate changes, ffmpeg's own times restart, so bytes are counted.
    ['-ac', '1', '-fs', String((maxSeconds + 1) * bytesPerSecond), '-threads', '1'],
    ['-progress', 'pipe:1', '-f', 's16le', '-y', 'file:/dev/null'],
  ].flat();
  try {
    await runTool('ffmpeg', args, { ...readingLimits(4), dataBytes }, signal, { onLine });
    return seconds;
  } catch (error) {
    if (error instanceof ToolFailure) return undefined;
    throw error;
  }
}
