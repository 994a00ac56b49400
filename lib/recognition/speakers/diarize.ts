import type { Turn } from '#lib/recognition/speakers/assign-speakers';
import { type Span, sumSpans } from '#lib/recognition/pieces/piece';
import { linkSpeakers, type LocalSpeaker } from '#lib/recognition/speakers/link-speakers';
import type { SpeechPool } from '#lib/recognition/speech/speech-pool';

export interface DiarizeOptions {
  /** The exact number of speakers, or `auto` to detect it. */
  speakers: 'auto' | number;
  /** The distance that separates two voices, as configured for the pool's embedding model. */
  threshold: number;
  /** The maximum length that is processed at once. */
  windowMs?: number;
}

/** The response of a `diarization` process for one window. */
interface WindowTurns {
  turns: Turn[];
  /** Indexed by the number of the speaker in these turns. */
  embeddings: Array<Float32Array | undefined>;
}

/** The maximum if no number is given; more usually means that one voice was taken for two. */
const maxSpeakers = 10;
/** Ten minutes need about 200 MB in the process. */
const defaultWindowMs = 600_000;
const minDeadlineMs = 120_000;
/** In multiples of real time: a small embedding takes 0.02, a large one on a slow machine up to 1. */
const deadlineShare = 4;
/** Turns of one speaker this close together are joined. */
const sameTurnMs = 500;

/**
 * Returns the turns of speakers in the order of their start, with speakers numbered from 0. Recordings longer than a
 * window are processed in windows of equal length, one after the other, and the voices in them are linked by their
 * embeddings. Each window is first split finely, and parts of one voice are then merged, which errs less than requiring
 * a number in each window. `pool` has the role `diarization`. Throws as `SpeechPool.ask`.
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
  // Distances alone gave too few speakers, so their number is required. No voice at all stays none.
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
