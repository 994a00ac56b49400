import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { UnusualClock } from '#lib/media/decode-audio';
import { pcmSampleRate } from '#lib/media/pcm';
import { InvalidMedia } from '#lib/media/media-failure';
import { planRendition, type RenditionPlan, type SourcePicture } from '#lib/media/rendition/choose-rendition';
import { runTool, ToolFailure } from '#lib/media/run-tool';
import { soundGraph } from '#lib/media/sound/sound-graph';
import { getLimits, keepMp4, toMp4 } from '#lib/media/rendition/write-mp4';

/** The copy of a recording that every browser plays, and its picture if that still has to be encoded. */
export interface Rendition {
  type: 'audio/mp4' | 'video/mp4';
  durationSeconds: number;
  picture?: SourcePicture;
}

/** The media file and the sound that `decodeAudio` decoded from it. */
export interface RenditionSource {
  inputPath: string;
  pcmPath: string;
  pcmSeconds: number;
  /** The recognized audio tracks, counted from 1; left out to choose by the file. */
  tracks?: readonly number[] | undefined;
  clock?: UnusualClock | undefined;
}

/** Lower priority than recognition, which it must not slow down. */
const niceness = 10;
/** The tolerated loss of length: the last frame of the sound, or a damaged one. */
const slackSeconds = 1;

const soundOptions = ['-c:a', 'aac', '-aac_coder', 'fast'];
const soundRate = 44_100;

/**
 * Writes an MP4 file with AAC sound. Includes the picture if it is H.264 that can be copied, else leaves it to
 * `encodePicture`. Takes seconds per ten minutes. Its timestamps and length are those of the decoded sound, from which
 * it also encodes sound that can't be read again or changes its format. Runs at low priority. Leaves no file on an
 * error, and throws as `decodeAudio` does.
 */
export async function makeRendition(
  source: RenditionSource,
  outputPath: string,
  { signal }: { signal?: AbortSignal },
): Promise<Rendition> {
  const output = path.resolve(outputPath);
  try {
    const choice = await planRendition(source.inputPath, signal, source.tracks);
    const plans = choice.plans.filter((plan) => isPossible(plan, source));
    // With timestamps that start over or run at another rate, seeking is unreliable.
    const isSeekable = source.clock?.hasJumps !== true && source.clock?.scale === undefined;
    const picture = choice.picture && {
      ...choice.picture,
      isSeekable: choice.picture.isSeekable && isSeekable,
    };
    for (const plan of plans) {
      const made = await tryPlan({ ...source, start: choice.start }, output, plan, signal);
      if (made?.type === 'video/mp4' || (made && picture === undefined)) return made;
      if (made && picture) return { ...made, picture };
    }
    const limits = { ...getLimits(source.pcmSeconds), niceness };
    await runTool('ffmpeg', [...fromPcm(source), ...toMp4(output)], limits, signal);
    return { type: 'audio/mp4', ...(await keepMp4(output)), ...(picture && { picture }) };
  } catch (error) {
    await rm(output, { force: true });
    throw error;
  }
}

interface StartedSource extends RenditionSource {
  start: number;
}

/** True if the plan suits the clock: copies keep unusual timestamps, and encoding loses sync if the format changes. */
function isPossible({ audio, copiedPicture }: RenditionPlan, { clock }: RenditionSource): boolean {
  if (clock === undefined) return true;
  return copiedPicture === undefined && audio.way === 'encode' && !clock.changesFormat;
}

/** Returns the rendition, or undefined if the plan fails: ffmpeg gave up, or the end is missing. */
async function tryPlan(
  source: StartedSource,
  output: string,
  plan: RenditionPlan,
  signal: AbortSignal | undefined,
): Promise<Rendition | undefined> {
  try {
    const args = [...(await fromMedia(source, plan)), ...toMp4(output)];
    await runTool('ffmpeg', args, { ...getLimits(source.pcmSeconds), niceness }, signal);
    const { durationSeconds } = await keepMp4(output);
    if (durationSeconds < source.pcmSeconds - slackSeconds) return undefined;
    return { type: plan.copiedPicture === undefined ? 'audio/mp4' : 'video/mp4', durationSeconds };
  } catch (error) {
    if (error instanceof ToolFailure || error instanceof InvalidMedia) return undefined;
    throw error;
  }
}

async function fromMedia(
  { inputPath, pcmSeconds, clock, start }: StartedSource,
  { audio, copiedPicture }: RenditionPlan,
): Promise<string[]> {
  // Uses decodeAudio's filter graph, so that sound and timestamps are the same.
  const streams = audio.way === 'encode' ? audio.streams : [];
  const { inputs, filter, layout } = await soundGraph(inputPath, streams, {
    rate: soundRate,
    start,
    maxHole: clock?.maxHole,
    scale: clock?.scale,
  });
  const isMono = layout === 'mono';
  const sound =
    audio.way === 'copy'
      ? ['-map', `0:${audio.index}`, '-c:a', 'copy']
      : [
          ['-filter_complex', filter, '-map', '[sound]', '-ac', isMono ? '1' : '2'],
          [...soundOptions, '-b:a', isMono ? '64k' : '96k'],
        ].flat();
  return [
    ['-nostdin', '-v', 'error', ...inputs],
    copiedPicture === undefined ? ['-vn'] : ['-map', `0:${copiedPicture}`, '-c:v', 'copy'],
    [...sound, '-t', String(pcmSeconds)],
  ].flat();
}

function fromPcm({ pcmPath }: RenditionSource): string[] {
  return [
    ['-nostdin', '-v', 'error', '-f', 's16le', '-ar', String(pcmSampleRate), '-ac', '1'],
    ['-protocol_whitelist', 'file', '-i', `file:${path.resolve(pcmPath)}`, ...soundOptions, '-b:a', '48k'],
  ].flat();
}
