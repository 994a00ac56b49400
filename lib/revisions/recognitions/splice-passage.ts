import { matchSpeakers } from '#lib/revisions/recognitions/match-speakers';
import { createNearestFinder } from '#lib/revisions/recognitions/nearest-word';
import { getWordSpeakers, isSaidIn, type Recognized } from '#lib/revisions/recognitions/recognized';
import type { Span } from '#lib/transcript/align/word-range';
import type { Monologue } from '#lib/transcript/model';

/**
 * Replaces the words of a passage, those with their middle in it, with newly recognized ones. Other words and their
 * monologues stay the same. A paragraph that the passage cuts continues with words of the same speaker. Several voices
 * become the speakers heard at that time (`matchSpeakers`), or new ones. A single voice keeps the speakers of the
 * replaced words. O(n log n).
 */
export function splicePassage(earlier: Recognized, heard: Recognized, passage: Span): Recognized {
  const isInside = isSaidIn(passage);
  const { words } = earlier;
  const first = words.findIndex(isInside);
  const behind = words.findIndex(({ startMs, endMs }) => startMs + endMs >= 2 * passage.startMs);
  const from = first >= 0 ? first : behind >= 0 ? behind : words.length;
  const to = first >= 0 ? words.findLastIndex(isInside) + 1 : from;
  const { speakers, turns } = toTurns(earlier, heard, { from, to });
  const parts: Array<Omit<Monologue, 'id'>> = [];
  const cut = earlier.monologues.find((monologue) => monologue.from < from && monologue.to > from);
  const cutBehind = earlier.monologues.find((monologue) => monologue.from < to && monologue.to > to);
  for (const { speaker, ...range } of earlier.monologues) {
    if (range.from < from) parts.push({ speaker, from: range.from, to: Math.min(range.to, from) });
  }
  for (const [i, turn] of turns.entries()) {
    const last = parts.at(-1);
    if (i === 0 && last !== undefined && cut?.speaker === turn.speaker) last.to = from + turn.to;
    else parts.push({ speaker: turn.speaker, from: from + turn.from, to: from + turn.to });
  }
  const shift = heard.words.length - (to - from);
  const continues = turns.length === 0 ? cut === cutBehind : cutBehind?.speaker === turns.at(-1)?.speaker;
  for (const monologue of earlier.monologues) {
    if (monologue.to <= to) continue;
    const last = parts.at(-1);
    if (monologue === cutBehind && continues && last !== undefined) last.to = monologue.to + shift;
    else {
      const { speaker } = monologue;
      parts.push({ speaker, from: Math.max(monologue.from, to) + shift, to: monologue.to + shift });
    }
  }
  return {
    words: [...words.slice(0, from), ...heard.words, ...words.slice(to)],
    speakers,
    monologues: parts.map((part, id) => ({ id, ...part })),
  };
}

/** Returns the new turns, with ranges relative to their first word, by earlier or new speakers. */
function toTurns(
  earlier: Recognized,
  heard: Recognized,
  replaced: { from: number; to: number },
): { speakers: Recognized['speakers']; turns: Monologue[] } {
  const { monologues, words } = heard;
  if (heard.speakers.length > 1) {
    const matched = matchSpeakers(heard, earlier);
    const spoken = new Set(monologues.map(({ speaker }) => matched.get(speaker)?.id));
    const known = new Set(earlier.speakers.map(({ id }) => id));
    const added = [...matched.values()].filter(({ id }) => !known.has(id) && spoken.has(id));
    return {
      speakers: [...earlier.speakers, ...added.toSorted((a, b) => a.id - b.id)],
      turns: monologues.map((turn) => ({ ...turn, speaker: matched.get(turn.speaker)?.id ?? turn.speaker })),
    };
  }
  const { from, to } = replaced.from < replaced.to ? replaced : { from: 0, to: earlier.words.length };
  const wordSpeakers = getWordSpeakers(earlier);
  const findNearest = createNearestFinder(earlier.words.slice(from, to));
  const turns = monologues.flatMap((monologue) => {
    const divided: Monologue[] = [];
    for (let at = monologue.from; at < monologue.to; at++) {
      const nearest = findNearest(words[at]);
      const speaker = wordSpeakers[from + nearest] ?? earlier.speakers[0]?.id ?? 0;
      const last = divided.at(-1);
      if (last?.speaker === speaker) last.to = at + 1;
      else divided.push({ id: 0, speaker, from: at, to: at + 1 });
    }
    return divided;
  });
  return { speakers: earlier.speakers, turns };
}
