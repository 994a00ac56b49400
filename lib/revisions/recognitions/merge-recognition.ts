import { isDeepStrictEqual } from 'node:util';
import { newId } from '#lib/ids/new-id';
import { changeBetween } from '#lib/revisions/changes/change-between';
import { keepIds } from '#lib/revisions/changes/keep-ids';
import { matchSpeakers } from '#lib/revisions/recognitions/match-speakers';
import type { RecognitionInUse } from '#lib/revisions/recognitions/recognition-in-use';
import type { AddedRecognition, KeptWords, Recognized } from '#lib/revisions/recognitions/recognized';
import { splicePassage } from '#lib/revisions/recognitions/splice-passage';
import { parseEdit, parseWords, type TranscriptSource } from '#lib/revisions/transcript-source';
import { assignRanges } from '#lib/transcript/align/assign-ranges';
import { linkTokens, type LinkedTokens } from '#lib/transcript/align/link-tokens';
import { toTokens, type Token } from '#lib/transcript/align/tokens';
import { linkWords } from '#lib/transcript/align/link-words';
import { areAlike, wordForm } from '#lib/transcript/align/word-form';
import type { Span } from '#lib/transcript/align/word-range';
import {
  applyChange,
  indexById,
  machineEdit,
  type Edit,
  type EditedMonologue,
  type Piece,
} from '#lib/transcript/edit';
import { findConflicts } from '#lib/transcript/review/find-conflicts';
import { mergeEdits } from '#lib/transcript/merge/merge-edits';
import type { MachineWord } from '#lib/transcript/model';

/**
 * Returns the change that replaces a transcript's recognition with a new one and keeps people's edits: a three-way
 * merge by words, in which the person's word wins. Indexes of the new words follow the source's. Paragraphs that only a
 * person has, with none of the new words, keep their ranges. For a passage, only its words are replaced
 * (`splicePassage`). Undefined if nothing differs. Costs as much as `mergeEdits` and `linkTokens`.
 */
export function mergeRecognition({
  source,
  inUse,
  recognized: json,
  passage,
}: {
  source: TranscriptSource;
  inUse: RecognitionInUse;
  /** A `Recognized` as JSON. */
  recognized: string;
  passage?: Span | null;
}): AddedRecognition | undefined {
  const given = JSON.parse(json) as Recognized;
  const words = parseWords(source);
  const { firstWord, endWord, ...before } = inUse;
  const earlier = { ...before, words: words.slice(firstWord, endWord) };
  const recognized = passage ? splicePassage(earlier, given, passage) : given;
  if (isDeepStrictEqual(earlier, recognized)) return undefined;
  const latest = parseEdit(source);
  const { linked, ...renewed } = renewWords({ base: machineEdit(earlier), latest }, recognized.words);
  const base = linkEdit(renewed.base, recognized.words);
  const theirs = linkEdit(renewed.latest, recognized.words);
  const mine = toEdit(recognized, { earlier, base: base.edit });
  const { change } = mergeEdits({
    base: base.edit,
    mine: changeBetween(base.edit, mine),
    theirs: changeBetween(base.edit, theirs.edit),
    words: recognized.words,
    newId,
  });
  const merged = applyChange(theirs.edit, change);
  const [known, heard] = [indexById(latest.monologues), indexById(mine.monologues)];
  const monologues = merged.monologues.map((monologue): EditedMonologue => {
    const { id, from, to, content } = monologue;
    const was = known.get(id);
    const isAlone = was !== undefined && isDeepStrictEqual(was.content, content) && !theirs.heard.has(id);
    if (isAlone && !isDeepStrictEqual(heard.get(id)?.content, content)) {
      return { ...monologue, from: was.from, to: was.to };
    }
    return { ...monologue, from: words.length + from, to: words.length + to };
  });
  return {
    recognized: passage ? JSON.stringify(recognized) : json,
    change: changeBetween(latest, { speakers: merged.speakers, monologues }),
    conflicts: findConflicts({ monologues }, [...words, ...recognized.words], {
      firstWord: words.length,
      earlier: linked,
    }),
    kept: findKept(earlier.words, recognized.words).map(({ from, to, by }) => ({
      from: firstWord + from,
      to: firstWord + to,
      by: words.length - firstWord + by,
    })),
  };
}

/** Finds words that both recognitions share, ignoring case and punctuation, by indexes from the first word of each. */
function findKept(earlier: readonly MachineWord[], later: readonly MachineWord[]): KeptWords[] {
  const kept: KeptWords[] = [];
  for (const [at, link] of linkWords(toTexts(earlier), toTexts(later)).entries()) {
    if (link < 0 || wordForm(earlier[at]?.text ?? '') !== wordForm(later[link]?.text ?? '')) continue;
    const last = kept.at(-1);
    if (last?.to === at && last.by === link - at) last.to = at + 1;
    else kept.push({ from: at, to: at + 1, by: link - at });
  }
  return kept;
}

/**
 * Rewrites each unedited word of both edits as it is recognized now. Otherwise, case and punctuation would differ
 * everywhere, and a merge would see conflicting changes. `linked` are the base's words as recognized before.
 */
function renewWords(
  { base, latest }: { base: Edit; latest: Edit },
  words: readonly MachineWord[],
): { base: Edit; latest: Edit; linked: LinkedTokens } {
  const [baseParts, latestParts] = [toParts(base), toParts(latest)];
  const linked = linkTokens(baseParts.flat(), toTexts(words));
  const getText = (token: number): string | undefined => words[linked.links[token] ?? -1]?.text;
  const ofLatest = linkTokens(latestParts.flat(), toTexts(linked.tokens));
  const getKeptText = (token: number): string | undefined => {
    const link = ofLatest.links[token] ?? -1;
    return linked.tokens[link]?.text === ofLatest.tokens[token]?.text ? getText(link) : undefined;
  };
  return {
    linked,
    base: rewrite(base, baseParts, { linked, getText }),
    latest: rewrite(latest, latestParts, { linked: ofLatest, getText: getKeptText }),
  };
}

/** Rewrites the words of an edit for which `getText` returns a text. */
function rewrite(
  edit: Edit,
  parts: readonly Token[][],
  { linked, getText }: { linked: LinkedTokens; getText: (token: number) => string | undefined },
): Edit {
  const owned = ownTokens(parts, linked);
  const monologues = edit.monologues.map((monologue, i) => {
    let [from, at] = [0, 0];
    const content = monologue.content.map((piece): Piece => {
      if ('tag' in piece) {
        from += 1;
        return piece;
      }
      const end = from + piece.text.length;
      let text = '';
      let rest = from;
      for (; at < (owned[i]?.length ?? 0); at++) {
        const index = owned[i]?.[at] ?? 0;
        const token = linked.tokens[index];
        if (token === undefined || token.to > end) break;
        text += piece.text.slice(rest - from, token.from - from) + (getText(index) ?? token.text);
        rest = token.to;
      }
      text += piece.text.slice(rest - from);
      from = end;
      return { text };
    });
    return { ...monologue, content };
  });
  return { ...edit, monologues };
}

/** The token indexes of each part. */
function ownTokens(parts: readonly Token[][], { tokens, runs }: LinkedTokens): number[][] {
  let [run, token] = [0, 0];
  return parts.map((part) => {
    run += part.length;
    const own: number[] = [];
    for (; token < tokens.length && (runs?.[token] ?? token) < run; token++) own.push(token);
    return own;
  });
}

/** Links an edit to these words, and returns the IDs of monologues that contain some of them. */
function linkEdit(edit: Edit, words: readonly MachineWord[]): { edit: Edit; heard: ReadonlySet<string> } {
  const parts = toParts(edit);
  const linked = linkTokens(parts.flat(), toTexts(words));
  const ranges = assignRanges(parts, words, { from: 0, to: words.length }, linked);
  const heard = new Set<string>();
  for (const [i, own] of ownTokens(parts, linked).entries()) {
    const isHeard = own.some((token) =>
      areAlike(linked.tokens[token]?.text, words[linked.links[token] ?? -1]?.text),
    );
    if (isHeard) heard.add(edit.monologues[i]?.id ?? '');
  }
  const monologues = edit.monologues.map((monologue, i) => ({ ...monologue, ...ranges[i] }));
  return { edit: { ...edit, monologues }, heard };
}

const toParts = ({ monologues }: Edit): Token[][] => monologues.map(({ content }) => toTokens(content));
const toTexts = (words: ReadonlyArray<{ text: string }>): string[] => words.map(({ text }) => text);

/** Converts a recognition to an edit of the previous one. Matching speakers and paragraphs keep their IDs. */
function toEdit(
  recognized: Recognized,
  { earlier, base }: { earlier: Recognized; base: Edit },
): Omit<Edit, 'revision'> {
  const matched = matchSpeakers(recognized, earlier);
  const parts = machineEdit(recognized).monologues.map(({ speaker, from, to, content }) => ({
    speaker: matched.get(speaker)?.id ?? speaker,
    ...{ from, to, content },
  }));
  const kept = keepIds(parts, base);
  return {
    speakers: [...matched.values()].toSorted((a, b) => a.id - b.id),
    // Each keeps its own range, even if the text equals that of an earlier one.
    monologues: parts.map((part, i) => ({ ...part, id: kept[i]?.id ?? '', place: kept[i]?.place ?? '' })),
  };
}
