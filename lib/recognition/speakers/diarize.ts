import type { Turn } from '#lib/recognition/speakers/assign-speakers';
import { type Span, sumSpans } from '#lib/recognition/pieces/piece';
import { linkSpeakers, type LocalSpeaker } from '#lib/recognition/speakers/link-speakers';
import type { SpeechPool } from '#lib/recognition/speech/speech-pool';

export interface DiarizeOptions {
  /** As many speakers as are heard, or exactly so many. */
  speakers: 'auto' | number;
  /** The distance from which voices are two: the one that the pool's embedding model was configured with. */
  threshold: number;
  /** The longest stretch that is listened to at once. */
  windowMs?: number;
}

/** The answer of a process of the role `diarization` for one window. */
interface WindowTurns {
  turns: Turn[];
  /** By the number of the speaker in these turns. */
  embeddings: Array<Float32Array | undefined>;
}

/** If no number is given, more are rather one voice taken for two. */
const maxSpeakers = 10;
/** Ten minutes need some 200 MB in the process that listens. */
const defaultWindowMs = 600_000;
const minDeadlineMs = 120_000;
/** A small embedding takes 0.02 of real time, a large one on a slow machine up to real time. */
const deadlineShare = 4;
/** Turns of one speaker this close are one. */
const sameTurnMs = 500;

/**
 * The turns of speakers in the order of their start, with speakers numbered from 0. Recordings longer than a window are listened to
 * in windows of equal length, one after the other, and the voices in them linked by their embeddings; each of them is
 * told apart finely at first and what is one voice is then merged, which errs less than to demand a number in each window.
 * `pool` is of the role `diarization`. Throws as `SpeechPool.ask`.
 */
export async function diarize(
  pcmPath: string,
  totalMs: number,
  options: DiarizeOptions,
  pool: Pick<SpeechPool, 'ask'>,
  signal: AbortSignal,
): Promise<Turn[]> {
  if (totalMs <= 0) return [];
  if (options.speakers === 1) return [{ startMs: 0, endMs: totalMs, speaker: 0 }];
  const windows = cutWindows(totalMs, options.windowMs ?? defaultWindowMs);
  const count = options.speakers === 'auto' ? undefined : options.speakers;
  const listen = async (speakers: number | undefined) => {
    const answers: WindowTurns[] = [];
    for (const window of windows) {
      const deadlineMs = Math.max(minDeadlineMs, deadlineShare * (window.endMs - window.startMs));
      const request = { pcmPath, ...window, speakers };
      answers.push(await pool.ask<WindowTurns>(request, { deadlineMs, signal }));
    }
    return answers;
  };

  const { threshold } = options;
  const answers = await listen(undefined);
  const auto = linkWindows(answers, { threshold, count: undefined, most: maxSpeakers });
  if (count === undefined) return joinTurns(auto);
  const heard = new Set(auto.map(({ speaker }) => speaker)).size;
  // Too few by their distance alone: the number has to be demanded. No voice at all stays none.
  const demanded = heard > 0 && heard < count ? await listen(count) : answers;
  return joinTurns(linkWindows(demanded, { threshold, count, most: maxSpeakers }));
}

function linkWindows(answers: readonly WindowTurns[], options: Parameters<typeof linkSpeakers>[1]): Turn[] {
  const firsts: number[] = [];
  const local: LocalSpeaker[] = [];
  for (const { turns, embeddings } of answers) {
    firsts.push(local.length);
    local.push(
      ...embeddings.map((embedding, speaker) => ({ embedding, speechMs: getSpeech(turns, speaker) })),
    );
  }
  const linked = linkSpeakers(local, options);
  return answers.flatMap(({ turns }, window) =>
    turns.map((turn) => ({ ...turn, speaker: linked[(firsts[window] ?? 0) + turn.speaker] ?? 0 })),
  );
}

function getSpeech(turns: readonly Turn[], speaker: number): number {
  return sumSpans(turns.filter((turn) => turn.speaker === speaker));
}

function joinTurns(turns: readonly Turn[]): Turn[] {
  const joined: Turn[] = [];
  const last = new Map<number, Turn>();
  for (const turn of turns.toSorted((a, b) => a.startMs - b.startMs || a.speaker - b.speaker)) {
    const before = last.get(turn.speaker);
    if (before !== undefined && turn.startMs - before.endMs <= sameTurnMs) {
      before.endMs = Math.max(before.endMs, turn.endMs);
      continue;
    }
    const own = { ...turn };
    last.set(turn.speaker, own);
    joined.push(own);
  }
  return joined;
}

function cutWindows(totalMs: number, windowMs: number): Span[] {
  const count = Math.ceil(totalMs / windowMs);
  const edge = (at: number) => Math.round((totalMs * at) / count);
  return Array.from({ length: count }, (_, at) => ({ startMs: edge(at), endMs: edge(at + 1) }));
}
