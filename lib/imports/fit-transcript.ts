import { alignParagraphs } from '#lib/imports/align-import';
import { ImportFault, type ImportedParagraph } from '#lib/imports/imported-paragraph';
import { toElements } from '#lib/transcript/align/align';
import { wordForm } from '#lib/transcript/align/word-form';
import type { Span } from '#lib/transcript/align/word-range';
import { applyChange, machineEdit, type EditedMonologue } from '#lib/transcript/edit';
import type { MachineWord, Monologue, Speaker } from '#lib/transcript/model';
import { toGap } from '#lib/transcript/text/join-words';

/** A given text with times, or the reason why it has none. */
export type FittedTranscript =
  | {
      kind: 'fitted';
      words: MachineWord[];
      /** For each word, true if it was heard as written. Its time is then known, otherwise estimated. */
      isHeard: boolean[];
      speakers: Speaker[];
      /** The paragraphs of the text, with captions joined. */
      monologues: Monologue[];
      /** Passages of at least a second that were heard but are missing from the text, in order. */
      lacking: Span[];
    }
  | { kind: 'mismatch'; matchingShare: number }
  | { kind: 'faulty'; message: string };

/** Missing speech of at least this length is reported; a single "um" or "you know" is not. */
const leastLackingMs = 1000;

/**
 * Fits a text that was given with a recording to the recognized words: keeps all its words and tags in order, takes
 * times from matching words, estimates the others, and assigns speakers. A text that hardly resembles the recording is
 * a mismatch. O(n log n), as in `alignParagraphs`.
 */
export function fitTranscript({
  paragraphs,
  heard,
}: {
  paragraphs: readonly ImportedParagraph[];
  heard: { words: MachineWord[]; speakers: Speaker[]; monologues: Monologue[] };
}): FittedTranscript {
  try {
    const base = machineEdit(heard);
    const aligned = alignParagraphs(paragraphs, { base, words: heard.words, acceptMismatch: false });
    if (aligned.kind !== 'aligned') return aligned;
    const edit = applyChange(base, aligned.change);
    const words: MachineWord[] = [];
    const isHeard: boolean[] = [];
    const monologues = edit.monologues.map(({ speaker, ...monologue }, id) => {
      const from = words.length;
      for (const { word, isHeard: isSame } of fitWords(monologue, heard.words)) {
        words.push(word);
        isHeard.push(isSame);
      }
      const index = edit.speakers.findIndex((each) => each.id === speaker);
      return { id, speaker: index, from, to: words.length };
    });
    const speakers = edit.speakers.map(({ name }, id) => ({ id, name }));
    const lacking = findLacking(words, heard.words);
    return { kind: 'fitted', words, isHeard, speakers, monologues, lacking };
  } catch (error) {
    if (error instanceof ImportFault) return { kind: 'faulty', message: error.message };
    throw error;
  }
}

function fitWords(
  monologue: Omit<EditedMonologue, 'speaker'>,
  heard: readonly MachineWord[],
): Array<{ word: MachineWord; isHeard: boolean }> {
  const text = monologue.content.map((piece) => ('tag' in piece ? '\ufffc' : piece.text)).join('');
  const elements = toElements({ ...monologue, speaker: 0 }, heard);
  return elements.map((element, i) => {
    const { startMs, endMs } = element;
    if (element.type === 'tag') {
      return { word: { text: element.tag, startMs, endMs, isTag: true }, isHeard: false };
    }
    const before = elements[i - 1];
    const gap =
      before?.type === 'text' ? toGap(before.text, element.text, text.slice(before.to, element.from)) : {};
    const spoken = heard[element.machine ?? -1];
    return {
      word: { text: element.text, startMs, endMs, ...gap },
      isHeard: spoken !== undefined && wordForm(spoken.text) === wordForm(element.text),
    };
  });
}

/** Spans of recognized words for which the text has none. */
function findLacking(words: readonly MachineWord[], heard: readonly MachineWord[]): Span[] {
  const lacking: Span[] = [];
  let at = 0;
  let last: Span | undefined;
  for (const { startMs, endMs } of heard) {
    while ((words[at]?.endMs ?? Infinity) <= startMs) at += 1;
    if ((words[at]?.startMs ?? Infinity) < endMs) {
      last = undefined;
    } else if (last === undefined) {
      lacking.push((last = { startMs, endMs }));
    } else {
      last.endMs = endMs;
    }
  }
  return lacking.filter((span) => span.endMs - span.startMs >= leastLackingMs);
}
