import type { SoundStream } from '#lib/media/sound/choose-sound';
import { inputArguments } from '#lib/media/input/input-arguments';
import { placeSound } from '#lib/media/sound/place-sound';

/** Arguments for ffmpeg to read a recording's sound. */
export interface SoundGraph {
  /** ffmpeg's input arguments; copied streams are those of input 0. */
  inputs: string[];
  /** The option `-filter_complex`; its output is `[sound]`. */
  filter: string;
  /** One channel, left and right, or surround, which ffmpeg can mix to fewer. */
  layout: 'mono' | 'stereo' | 'surround';
}

/**
 * Up to this many streams are each read by a separate input. In one input, everything between the end of a short stream
 * and the end of the file would be buffered in memory, because the mixer waits for the short one. But each input holds
 * the tables of all streams, so more streams share one.
 */
const maxInputs = 8;

/** Without it, ffmpeg corrects the clock of broadcasts and discs by its own rule. */
export const keepClock = '-copyts';

/**
 * Makes an input's clock start with 0 at the media's start. It is a microsecond more, because with the exact offset
 * ffmpeg starts at the streams that are read.
 */
export function startClock(start: number): string[] {
  return ['-itsoffset', (1e-6 - start).toFixed(6)];
}

/**
 * Returns the arguments to read the streams of a media file, as `chooseSound` returns them, at a sample rate. Two mono
 * streams become left and right; others are added up, in stereo unless all are mono, with a limiter, so that a silent
 * microphone makes the others no quieter and nothing clips. The sound lasts as long as the longest. A single surround
 * stream may be limited to one part. Holes, including the one before the first sample, are filled with silence
 * (`placeSound`, for `maxHole`), so that times in the sound count from the media's start, at which the clock shows
 * `start`; without it, ffmpeg decides. A clock at a wrong rate has a `scale`. ffmpeg's messages are for `readMarks`.
 */
export async function soundGraph(
  inputPath: string,
  streams: readonly SoundStream[],
  {
    rate,
    part,
    start,
    maxHole,
    scale,
  }: {
    rate: number;
    part?: SoundPart | undefined;
    start?: number | undefined;
    maxHole?: number | undefined;
    scale?: number | undefined;
  },
): Promise<SoundGraph> {
  const isShared = streams.length > maxInputs;
  const place = placeSound(rate, { maxHole, scale });
  const clock = start === undefined ? [] : [keepClock];
  const input = [
    ...startClock(start ?? 0),
    ...(await inputArguments(inputPath, { ignoresEdits: scale !== undefined })),
  ];
  const [first] = streams;
  if (first === undefined || streams.length === 1) {
    const mix = first === undefined ? '' : part === undefined ? mixFilter(first) : partFilters[part];
    const filter = `[0:${first?.index ?? 'a:0'}]${mix}${place}[sound]`;
    return { inputs: [...clock, ...input], filter, layout: mix === '' ? toLayout(first?.channels) : 'mono' };
  }
  const isMono = streams.every(({ channels }) => channels === 1);
  const isPair = streams.length === 2 && isMono;
  const read = streams.map((stream, at) => {
    const side = isPair ? `,pan=stereo|c${at}=c0` : isMono ? '' : toStereo(stream);
    return `[${isShared ? 0 : at}:${stream.index}]${mixFilter(stream)}${place}${side}[stream${at}]`;
  });
  const labels = streams.map((_, at) => `[stream${at}]`).join('');
  const add = `${labels}amix=inputs=${streams.length}:duration=longest:normalize=0`;
  const limit = isPair ? '' : ',alimiter=limit=0.95:level=0';
  return {
    inputs: [...clock, ...(isShared ? input : streams.flatMap(() => input))],
    filter: `${read.join(';')};${add}${limit}[sound]`,
    layout: isMono && !isPair ? 'mono' : 'stereo',
  };
}

/**
 * Part of a surround stream: the center channel, where films have their dialogue, or all others except the
 * low-frequency one.
 */
export type SoundPart = 'center' | 'surroundings';

/** Channels that a stream lacks are ignored. */
const partFilters: Record<SoundPart, string> = {
  center: 'pan=mono|c0=FC,',
  surroundings: 'pan=mono|c0<FL+FR+BL+BR+SL+SR+BC,',
};

/**
 * Returns the filter that, after resampling, gives each added stream a left and a right channel; a mono one plays in
 * both.
 */
function toStereo(stream: SoundStream): string {
  const isMixed = stream.channels === 1 || mixFilter(stream) !== '';
  return isMixed ? ',pan=stereo|c0=c0|c1=c0' : ',aformat=channel_layouts=stereo';
}

function toLayout(channels: number | undefined): SoundGraph['layout'] {
  if (channels === 1) return 'mono';
  return channels === 2 ? 'stereo' : 'surround';
}

/**
 * Returns ffmpeg's filter, with a trailing comma, that mixes a stream to mono if the file doesn't state its channels:
 * then each is a microphone. ffmpeg would guess a cinema's layout, leave out the low-frequency channel, which may be a
 * person's, and refuse layouts that no cinema has. Empty if ffmpeg knows what to do.
 */
function mixFilter({ channels, channel_layout: layout }: SoundStream): string {
  if (!(channels > 2) || (layout !== undefined && layout !== 'unknown')) return '';
  return `pan=mono|c0<${Array.from({ length: channels }, (_, at) => `c${at}`).join('+')},`;
}

/**
 * Returns the arguments to read one stream without regard to any clock, with all decoded sound in a row; its format may
 * change midway.
 */
export async function plainGraph(
  inputPath: string,
  stream: SoundStream | undefined,
  { rate }: { rate: number },
): Promise<SoundGraph> {
  const mix = stream === undefined ? '' : mixFilter(stream);
  return {
    inputs: await inputArguments(inputPath),
    filter: `[0:${stream?.index ?? 'a:0'}]asetpts=N/SR/TB,${mix}aresample=${rate}[sound]`,
    layout: mix === '' ? toLayout(stream?.channels) : 'mono',
  };
}
