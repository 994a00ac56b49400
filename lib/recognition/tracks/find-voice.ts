import { EngineFailure } from '#lib/recognition/engine';
import { silentDb, trackFrameMs } from '#lib/media/sound/frames';
import { toVoiceGain } from '#lib/recognition/pieces/voice-gain';
import { type Span, sumSpans } from '#lib/recognition/pieces/piece';
import type { SpeechPool } from '#lib/recognition/speech/speech-pool';

/*
 * Finds out if a track has speech, without analyzing all of it. Speech rises and falls with its syllables and pauses,
 * so voice activity detection starts with the spans whose level varies most. That takes 1% of their length, and stops
 * at the first words in tracks that have some.
 */

const windowMs = 10_000;
const windowFrames = windowMs / trackFrameMs;
/** At most a tenth of a track is analyzed, but a minute of any. */
const maxShare = 0.1;
const minListenedMs = 60_000;
/** Quieter frames are silence, as are those this far below the loudest. */
const quietDb = -60;
const rangeDb = 40;
/** A level that varies less is a tone, noise, or a held chord. */
const steadyDb = 3;
/** A short "yes" is enough if there is no other sound. In music, at least this share of the sound has to be speech. */
const minVoicedMs = 200;
const minVoicedShare = 0.03;
/** With this much speech, the analysis stops. */
const surelyVoicedMs = 1500;
const deadlineMs = 120_000;

/** Decoded sound to search for speech: 16 kHz mono s16le, with the level of each 20 ms in dB (`measureLevels`). */
export interface TrackSound {
  pcmPath: string;
  levels: Float32Array;
}

/** Detects voices: `voiceActivity` is of that role; undefined if its model is not installed. */
export interface Listener {
  voiceActivity: Pick<SpeechPool, 'ask'> | undefined;
  signal: AbortSignal;
}

/** True if a track has speech; without a model, if it isn't silent or steady. Throws the signal's reason. */
export async function hasVoice({ pcmPath, levels }: TrackSound, listener: Listener): Promise<boolean> {
  const windows = rankWindows(levels);
  if (windows.length === 0) return false;
  let heardMs = 0;
  let voicedMs = 0;
  const isVoiced = (leastMs: number) => voicedMs >= Math.max(leastMs, minVoicedShare * heardMs);
  for (const window of windows) {
    const spans = await listen({ pcmPath, levels }, window, listener);
    if (spans === undefined) return windows.some(({ movesDb }) => movesDb >= steadyDb);
    heardMs += window.heardMs;
    voicedMs += sumSpans(spans);
    if (isVoiced(surelyVoicedMs)) return true;
  }
  return isVoiced(minVoicedMs);
}

/**
 * True if the first part has speech, and the second none that the first lacks, judged where it is likeliest. False
 * without a model.
 */
export async function coversSpeech(
  inner: TrackSound,
  other: TrackSound,
  listener: Listener,
): Promise<boolean> {
  // Only frames where the other part isn't far quieter count: another voice may be there.
  const own = other.levels.map((level, at) =>
    level > (inner.levels[at] ?? silentDb) - 6 ? level : silentDb,
  );
  let otherMs = 0;
  let innerMs = 0;
  for (const window of rankWindows(own)) {
    const heard = await listen(inner, window, listener);
    const beside = await listen(other, window, listener);
    if (heard === undefined || beside === undefined) return false;
    innerMs += sumSpans(heard);
    otherMs += beside.reduce((sum, span) => sum + measureOutside(span, heard), 0);
    if (otherMs >= Math.max(minVoicedMs, 0.05 * innerMs)) return false;
  }
  return hasVoice(inner, listener);
}

/** The tolerance for the edges of speech between the two parts. */
const edgeMs = 400;

function measureOutside({ startMs, endMs }: Span, spans: readonly Span[]): number {
  let fromMs = startMs;
  let outsideMs = 0;
  for (const span of spans) {
    outsideMs += Math.max(0, Math.min(endMs, span.startMs - edgeMs) - fromMs);
    fromMs = Math.max(fromMs, span.endMs + edgeMs);
  }
  return outsideMs + Math.max(0, endMs - fromMs);
}

interface Window extends Span {
  /** The part of it that isn't silent. */
  heardMs: number;
  /** The standard deviation of its level in dB. */
  movesDb: number;
}

/** Returns the windows of a track to analyze, the likeliest for speech first; none in silence. */
function rankWindows(levels: Float32Array): Window[] {
  const windows: Window[] = [];
  for (let from = 0; from < levels.length; from += windowFrames) {
    const frames = levels.subarray(from, from + windowFrames);
    const loudest = frames.reduce((most, level) => Math.max(most, level), silentDb);
    if (loudest < quietDb) continue;
    const floorDb = Math.max(quietDb, loudest - rangeDb);
    const heard = frames.filter((level) => level > floorDb).length;
    windows.push({
      startMs: from * trackFrameMs,
      endMs: (from + frames.length) * trackFrameMs,
      heardMs: heard * trackFrameMs,
      movesDb: measureDeviation(frames.map((level) => Math.max(floorDb, level))),
    });
  }
  const maxMs = Math.max(minListenedMs, maxShare * levels.length * trackFrameMs);
  return windows.toSorted((a, b) => b.movesDb - a.movesDb).slice(0, Math.ceil(maxMs / windowMs));
}

function measureDeviation(levels: Float32Array): number {
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  return Math.sqrt(levels.reduce((sum, level) => sum + (level - mean) ** 2, 0) / levels.length);
}

/** Returns the speech within a span of a track; undefined if there is no working model. */
async function listen(
  { pcmPath, levels }: TrackSound,
  { startMs, endMs }: Span,
  { voiceActivity, signal }: Listener,
): Promise<Span[] | undefined> {
  if (voiceActivity === undefined) return undefined;
  try {
    const spans = await voiceActivity.ask<Span[]>(
      { pcmPath, gain: toVoiceGain(levels), startMs, endMs },
      { deadlineMs, signal },
    );
    return spans.map((span) => ({ startMs: Math.max(startMs, span.startMs), endMs: span.endMs }));
  } catch (error) {
    if (!(error instanceof EngineFailure) || signal.aborted) throw error;
    return undefined;
  }
}
