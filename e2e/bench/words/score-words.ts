import type { MachineWord } from '#lib/transcript/model';
import { alignWords, type Alignment } from './align-words';
import { normalizeWords, splitText } from './normalize-words';
import type { Clip } from './read-clips';

/** An engine's accuracy. */
export interface Score {
  spoken: number;
  errors: number;
  /** Errors of the start times of correct words, in ms; undefined without any. */
  startsMs: { median: number; p95: number; words: number } | undefined;
  /**
   * The share of the wrong words among those with the least confidence; undefined if the engine has no confidence, or
   * nothing is wrong.
   */
  found: { share: number; wrong: number } | undefined;
  clips: Array<{ name: string; alignment: Alignment }>;
}

/** The share of the words that a person would check, those with the least confidence first. */
export const lookedAt = 0.06;

/** Counts the wrong words in clips, and measures their times and their confidence. */
export function scoreWords(
  heard: ReadonlyArray<{ clip: Pick<Clip, 'name' | 'text' | 'words'>; words: readonly MachineWord[] }>,
): Score {
  const clips = heard.map(({ clip, words }) => ({
    name: clip.name,
    alignment: align(splitText(clip.text), words),
  }));
  const sum = (key: 'errors' | 'spoken') => clips.reduce((total, { alignment }) => total + alignment[key], 0);
  const beliefs = heard.flatMap(({ words }, index) => {
    const isWrong = new Set(
      clips[index]?.alignment.pairs.flatMap((pair) => (pair.isSame ? [] : (pair.heard?.source ?? []))),
    );
    return words.map(({ confidence }, at) => ({ confidence, isWrong: isWrong.has(at) }));
  });
  return {
    spoken: sum('spoken'),
    errors: sum('errors'),
    startsMs: measureStarts(heard),
    found: findWrong(beliefs),
    clips,
  };
}

function align(said: readonly string[], heard: readonly MachineWord[]): Alignment {
  return alignWords(normalizeWords(said), normalizeWords(heard.map(({ text }) => text)));
}

function measureStarts(
  heard: ReadonlyArray<{ clip: Pick<Clip, 'words'>; words: readonly MachineWord[] }>,
): Score['startsMs'] {
  const errors = heard.flatMap(({ clip, words }) => {
    const timed = clip.words ?? [];
    const { pairs } = align(
      timed.map(([text]) => text),
      timed.length === 0 ? [] : words,
    );
    return pairs.flatMap(({ isSame, said, heard }) => {
      if (!isSame || said?.isFirst !== true || heard?.isFirst !== true) return [];
      const [, start = 0] = timed[said.source] ?? [];
      return Math.abs((words[heard.source]?.startMs ?? 0) - start * 1000);
    });
  });
  if (errors.length === 0) return undefined;
  const inOrder = errors.toSorted((a, b) => a - b);
  const rank = (share: number) => inOrder[Math.ceil(share * inOrder.length) - 1] ?? 0;
  return { median: rank(0.5), p95: rank(0.95), words: errors.length };
}

function findWrong(
  words: ReadonlyArray<{ confidence?: number | undefined; isWrong: boolean }>,
): Score['found'] {
  const known = words.flatMap(({ confidence, isWrong }) =>
    confidence === undefined ? [] : [{ confidence, isWrong }],
  );
  const wrong = known.filter(({ isWrong }) => isWrong).length;
  if (known.length === 0 || wrong === 0) return undefined;
  const count = Math.round(known.length * lookedAt);
  const limit = known.map(({ confidence }) => confidence).toSorted((a, b) => a - b)[count - 1] ?? -1;
  const below = known.filter(({ confidence }) => confidence < limit);
  const level = known.filter(({ confidence }) => confidence === limit);
  const countWrong = (some: typeof known) => some.filter(({ isWrong }) => isWrong).length;
  // Any of the words with the limit's confidence could be checked, so their average share counts.
  const ofLevel = level.length === 0 ? 0 : (count - below.length) / level.length;
  return { share: (countWrong(below) + ofLevel * countWrong(level)) / wrong, wrong };
}
