import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pcmSampleRate } from '#lib/media/pcm';

/** A stream of a media file, as ffmpeg lists it. */
export interface ListedStream {
  codec: string;
  /** The number of channels, for sound. */
  channels?: number;
  /** Such as `yuv420p`, for a picture. */
  pixelFormat?: string | undefined;
}

/** A media file's streams, and its sound as played: 16 kHz, mono. */
export interface PlayedMedia {
  streams: ListedStream[];
  samples: Int16Array;
}

/** Decodes a media file, with gaps as silence, in one run of ffmpeg, as each takes a tenth of a second to start. */
export async function playMedia(file: string): Promise<PlayedMedia> {
  const sound = ['-map', '0:a:0', '-af', 'aresample=async=1:first_pts=0', '-ac', '1'];
  const { stdout, stderr } = await promisify(execFile)(
    'ffmpeg',
    ['-hide_banner', '-nostdin', '-i', file, ...sound, '-ar', String(pcmSampleRate), '-f', 's16le', '-'],
    { encoding: 'buffer', maxBuffer: 2 ** 26 },
  );
  const [input = ''] = stderr.toString().split('Output #0');
  return { streams: input.split('\n').flatMap(readStream), samples: toSamples(stdout) };
}

/** Converts decoded sound (s16le) to samples. */
export const toSamples = (pcm: Buffer): Int16Array => new Int16Array(new Uint8Array(pcm).buffer);

function readStream(line: string): ListedStream[] {
  const [, kind, codec = '', rest = ''] = /^ *Stream #0:.*?: (Audio|Video): (\w+)(.*)/.exec(line) ?? [];
  if (kind === undefined) return [];
  if (kind === 'Video') return [{ codec, pixelFormat: /, (\w+)[(,]/.exec(rest)?.[1] }];
  const layout = / Hz, ([^,]+)/.exec(rest)?.[1] ?? '';
  return [{ codec, channels: { mono: 1, stereo: 2 }[layout] ?? Number.NaN }];
}

/** A pause of this many samples ends a beep: 50 ms. */
const pauseSamples = pcmSampleRate / 20;

/** Returns the times at which sound becomes loud, in seconds. */
export function findBeeps(samples: Int16Array): number[] {
  const begins: number[] = [];
  let loudAt = Number.NEGATIVE_INFINITY;
  for (const [at, sample] of samples.entries()) {
    if (Math.abs(sample) <= 3000) continue;
    if (at - loudAt > pauseSamples) begins.push(at / pcmSampleRate);
    loudAt = at;
  }
  return begins;
}
