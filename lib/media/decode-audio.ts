import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InvalidMedia, mediaFaults } from '#lib/media/media-failure';
import { explainRefusal, inputArguments, readHead } from '#lib/media/probe-media';
import { runTool, ToolFailure } from '#lib/media/run-tool';

/** Decoded audio is raw PCM: 16 kHz, mono, signed 16-bit little-endian, no header. */
export const pcmSampleRate = 16_000;
/** Bytes of decoded audio for one second. */
export const pcmBytesPerSecond = 2 * pcmSampleRate;

/**
 * Decodes the first audio track to raw PCM at `outputPath`, at most `maxSeconds` of it; what a damaged file still
 * yields is used. Times in the result are the media's: a track that begins late begins with silence. The file
 * appears whole or not at all, and nothing else is left behind, so one that is there already is the result of an
 * earlier run and is kept. Throws as `probeMedia` does.
 */
export async function decodeAudio(
  inputPath: string,
  outputPath: string,
  options: { maxSeconds: number; signal?: AbortSignal },
): Promise<{ durationSeconds: number }> {
  const earlier = await stat(outputPath).catch(() => undefined);
  if (earlier !== undefined) return { durationSeconds: earlier.size / pcmBytesPerSecond };
  const head = await readHead(inputPath);
  if (head === '') throw new InvalidMedia(mediaFaults.empty);
  const partPath = `${path.resolve(outputPath)}.${randomUUID()}.part`;
  try {
    // Made by us, so that a folder that can't be written to is not mistaken for the customer's fault.
    await writeFile(partPath, '', { flag: 'wx' });
    await decode(inputPath, partPath, options);
    const durationSeconds = await keep(partPath);
    await rename(partPath, outputPath);
    return { durationSeconds };
  } catch (error) {
    throw explainRefusal(error, head);
  } finally {
    await rm(partPath, { force: true });
  }
}

async function decode(
  inputPath: string,
  partPath: string,
  { maxSeconds, signal }: { maxSeconds: number; signal?: AbortSignal },
): Promise<void> {
  const args = [
    // Any offset at all keeps ffmpeg from starting MPEG's clock at the track instead of at the media's start.
    ['-nostdin', '-v', 'error', '-itsoffset', '0.000001', ...inputArguments(inputPath)],
    ['-map', '0:a:0', '-map_metadata', '-1', '-t', String(maxSeconds)],
    // Fills gaps in the track with silence, so that a word's time is its time in the media.
    ['-af', `aresample=${pcmSampleRate}:async=1:first_pts=0`, '-ac', '1'],
    ['-threads', '1', '-f', 's16le', '-y', `file:${partPath}`],
  ].flat();
  const limits = {
    // An hour of sound takes some 10 s; a long video has much else to skip.
    cpuSeconds: 120 + maxSeconds / 10,
    wallSeconds: 240 + maxSeconds / 5,
    fileBytes: (maxSeconds + 10) * pcmBytesPerSecond,
  };
  try {
    await runTool('ffmpeg', args, limits, signal);
  } catch (error) {
    if (!(error instanceof ToolFailure) || error.limited) throw error;
    if (error.stderr.includes('matches no streams')) throw new InvalidMedia(mediaFaults.noSound, error);
    // It gave up somewhere: what was decoded before is still good.
    if ((await stat(partPath)).size === 0) throw error;
  }
}

/** Brings the file to the disk before it gets its name, so that even a power cut leaves no half one under it. */
async function keep(partPath: string): Promise<number> {
  const file = await open(partPath, 'r+');
  try {
    const { size } = await file.stat();
    if (size < 2) throw new InvalidMedia(mediaFaults.damaged);
    await file.sync();
    return size / pcmBytesPerSecond;
  } finally {
    await file.close();
  }
}
