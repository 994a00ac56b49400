import { isDeepStrictEqual } from 'node:util';
import { buildMonologues } from '#lib/recognition/words/build-monologues';
import { changeBetween } from '#lib/revisions/changes/change-between';
import { fillPlaces, type NewMonologue } from '#lib/revisions/changes/keep-ids';
import { matchSpeakers } from '#lib/revisions/recognitions/match-speakers';
import { createNearestFinder } from '#lib/revisions/recognitions/nearest-word';
import type { RecognitionInUse } from '#lib/revisions/recognitions/recognition-in-use';
import {
  getWordSpeakers,
  type AddedRecognition,
  type Recognized,
} from '#lib/revisions/recognitions/recognized';
import { parseEdit, parseWords, type TranscriptSource } from '#lib/revisions/transcript-source';
import { align } from '#lib/transcript/align/align';
import { assignRanges } from '#lib/transcript/align/assign-ranges';
import { toTokens } from '#lib/transcript/align/tokens';
import type { Span } from '#lib/transcript/align/word-range';
import { indexById, machineEdit, type Edit, type EditedMonologue } from '#lib/transcript/edit';
import type { MachineWord, Monologue, Speaker } from '#lib/transcript/model';
import { cutContent } from '#lib/transcript/text/cut-content';

/**
 * Returns the recognition in use with newly separated speakers, and the change of the transcript. Words stay the same.
 * A paragraph whose speaker a person chose keeps it, and its machine speaker stays, so that later runs recognize the
 * choice, too. These choices help match voices to speakers (`matchSpeakers`). An edited paragraph is split where the
 * voice changes, others where the machine splits them. Undefined if no speaker changes.
 */
export function reassignSpeakers({
  source,
  inUse,
  recognized: json,
}: {
  source: TranscriptSource;
  inUse: RecognitionInUse;
  /** A `Recognized` as JSON: the words with new speakers, which are matched by time. */
  recognized: string;
}): AddedRecognition | undefined {
  const heard = JSON.parse(json) as Recognized;
  const allWords = parseWords(source);
  const { firstWord, endWord, ...before } = inUse;
  const words = allWords.slice(firstWord, endWord);
  if (heard.words.length === 0) return undefined;
  const earlier = { ...before, words };
  const latest = parseEdit(source);
  const paragraphs = sortParagraphs(latest, { earlier, firstWord });
  if (paragraphs.every(({ from, to }) => from === to)) return undefined;

  const chosen = Array.from({ length: words.length }, () => false);
  for (const { kind, from, to } of paragraphs) if (kind === 'chosen') chosen.fill(true, from, to);
  const findNearest = createNearestFinder(heard.words);
  const heardVoices = getWordSpeakers(heard);
  const getVoice = (span: Span): number => heardVoices[findNearest(span)] ?? 0;
  const voices = words.map(getVoice);
  const dividedByVoice = new Map<Paragraph, NewMonologue[]>();
  for (const paragraph of paragraphs) {
    if (paragraph.kind !== 'edited') continue;
    const parts = split(paragraph.monologue, allWords, getVoice);
    dividedByVoice.set(paragraph, parts);
    // Words that a person deleted don't help to identify a voice.
    for (const { speaker, from, to } of parts) voices.fill(speaker, from - firstWord, to - firstWord);
  }
  const matched = matchVoices(heard, voices, { latest, earlier, paragraphs, chosen });
  const toSpeaker = (voice: number): number => matched.get(voice)?.id ?? voice;
  const was = getWordSpeakers(earlier);
  const now = voices.map((voice, at) => (chosen[at] === true ? (was[at] ?? 0) : toSpeaker(voice)));
  const divided = new Map<Paragraph, NewMonologue[]>();
  for (const [paragraph, parts] of dividedByVoice) {
    // Without words, a paragraph keeps its speaker.
    if (parts.length === 0) now.fill(paragraph.monologue.speaker, paragraph.from, paragraph.to);
    else
      divided.set(
        paragraph,
        parts.map((part) => ({ ...part, speaker: toSpeaker(part.speaker) })),
      );
  }
  const monologues = divide(words, now, { earlier, paragraphs, chosen });
  if (isDeepStrictEqual(monologues, earlier.monologues)) return undefined;

  const spoken = new Set(now);
  const known = indexById([...matched.values(), ...latest.speakers, ...earlier.speakers]);
  const recognized: Recognized = {
    words,
    speakers: [...known.values()]
      .filter(({ id }) => spoken.has(id))
      .map(({ id, name }) => ({ id, name }))
      .toSorted((a, b) => a.id - b.id),
    monologues,
  };
  const shift = allWords.length - firstWord;
  const edited = rewrite(paragraphs, { recognized, divided }).map((monologue) =>
    monologue.from >= firstWord && monologue.to <= endWord
      ? { ...monologue, from: monologue.from + shift, to: monologue.to + shift }
      : monologue,
  );
  const edit = {
    speakers: listSpeakers(edited, { latest, earlier, voices: [...matched.values()] }),
    monologues: edited,
  };
  return {
    recognized: JSON.stringify(recognized),
    change: changeBetween(latest, edit),
    conflicts: [],
    kept: [{ from: firstWord, to: endWord, by: shift }],
  };
}

/** A paragraph of the transcript with its range, relative to the first word in use, or an empty one. */
interface Paragraph {
  /** `chosen` if a person chose the speaker or it has no words in use, `edited` if its text changed, else `heard`. */
  kind: 'chosen' | 'edited' | 'heard';
  from: number;
  to: number;
  monologue: EditedMonologue;
}

function sortParagraphs(
  latest: Edit,
  { earlier, firstWord }: { earlier: Recognized; firstWord: number },
): Paragraph[] {
  const was = getWordSpeakers(earlier);
  const heard = new Map(machineEdit(earlier).monologues.map((monologue) => [monologue.from, monologue]));
  return latest.monologues.map((monologue) => {
    const [from, to] = [monologue.from - firstWord, monologue.to - firstWord];
    if (from < 0 || from >= to || to > was.length) return { kind: 'chosen', from: 0, to: 0, monologue };
    const isChosen = was.slice(from, to).some((speaker) => speaker !== monologue.speaker);
    const { to: end, content } = heard.get(from) ?? {};
    const isHeard =
      end === to && monologue.startMs === undefined && isDeepStrictEqual(content, monologue.content);
    return { kind: isChosen ? 'chosen' : isHeard ? 'heard' : 'edited', from, to, monologue };
  });
}

/** Maps the voices of the words in use to the transcript's speakers. */
function matchVoices(
  heard: Recognized,
  voices: readonly number[],
  {
    latest,
    earlier,
    paragraphs,
    chosen,
  }: { latest: Edit; earlier: Recognized; paragraphs: readonly Paragraph[]; chosen: readonly boolean[] },
): Map<number, Speaker> {
  const { words } = earlier;
  const now = getWordSpeakers(earlier);
  for (const { from, to, monologue } of paragraphs) now.fill(monologue.speaker, from, to);
  const known = indexById([...earlier.speakers, ...latest.speakers]);
  return matchSpeakers(
    { words, speakers: heard.speakers, monologues: toRuns(voices) },
    { words, speakers: [...known.values()], monologues: toRuns(now) },
    chosen,
  );
}

/** Groups consecutive words of one speaker into monologues. */
function toRuns(speakers: readonly number[]): Monologue[] {
  const runs: Monologue[] = [];
  for (const [at, speaker] of speakers.entries()) {
    const last = runs.at(-1);
    if (last?.speaker === speaker) last.to = at + 1;
    else runs.push({ id: runs.length, speaker, from: at, to: at + 1 });
  }
  return runs;
}

/**
 * Builds machine monologues with these speakers. They end where the transcript's paragraphs do, except between
 * unchanged paragraphs that were split only because of their speakers.
 */
function divide(
  words: readonly MachineWord[],
  speakers: readonly number[],
  {
    earlier,
    paragraphs,
    chosen,
  }: { earlier: Recognized; paragraphs: readonly Paragraph[]; chosen: readonly boolean[] },
): Monologue[] {
  const edges = new Set([0, words.length]);
  for (const run of toParts(paragraphs)) {
    edges.add(run[0]?.from ?? 0);
    edges.add(run.at(-1)?.to ?? 0);
    for (const [i, { from, monologue }] of run.entries()) {
      if (run[i - 1]?.monologue.speaker === monologue.speaker) edges.add(from);
    }
  }
  const parts: Array<Omit<Monologue, 'id'>> = [];
  let from = 0;
  let next = 0;
  for (const to of [...edges].toSorted((a, b) => a - b).slice(1)) {
    if (chosen[from] === true) {
      while ((earlier.monologues[next]?.to ?? Infinity) <= from) next += 1;
      for (let at = next; (earlier.monologues[at]?.from ?? Infinity) < to; at += 1) {
        const { speaker, ...range } = earlier.monologues[at] ?? { speaker: 0, from, to };
        const part = { speaker, from: Math.max(range.from, from), to: Math.min(range.to, to) };
        if (part.from < part.to) parts.push(part);
      }
    } else {
      for (const part of buildMonologues(words.slice(from, to), speakers.slice(from, to))) {
        parts.push({ speaker: part.speaker, from: from + part.from, to: from + part.to });
      }
    }
    from = to;
  }
  return parts.map((part, id) => ({ id, ...part }));
}

/** Groups unchanged paragraphs that are adjacent in the recording. Others stay alone. */
function toParts(paragraphs: readonly Paragraph[]): Paragraph[][] {
  const parts: Paragraph[][] = [];
  for (const paragraph of paragraphs) {
    const last = parts.at(-1)?.at(-1);
    const follows = paragraph.kind === 'heard' && last?.kind === 'heard' && last.to === paragraph.from;
    if (follows) parts.at(-1)?.push(paragraph);
    else parts.push([paragraph]);
  }
  return parts;
}

/** Returns the paragraphs with new speakers and ranges of the words in use. Each starts with the ID of its original. */
function rewrite(
  paragraphs: readonly Paragraph[],
  { recognized, divided }: { recognized: Recognized; divided: ReadonlyMap<Paragraph, NewMonologue[]> },
): EditedMonologue[] {
  const machine = machineEdit(recognized).monologues;
  const starts = new Map(machine.map(({ from }, at) => [from, at]));
  const parts: NewMonologue[] = [];
  const kept: Array<EditedMonologue | undefined> = [];
  for (const run of toParts(paragraphs)) {
    const [first] = run;
    if (first === undefined) continue;
    if (first.kind === 'heard') {
      const offset = first.monologue.from - first.from;
      const left = [...run];
      const end = run.at(-1)?.to ?? 0;
      for (let at = starts.get(first.from) ?? 0; (machine[at]?.to ?? Infinity) <= end; at += 1) {
        const { speaker, from, to, content } = machine[at] ?? first.monologue;
        const part = { speaker, from: from + offset, to: to + offset, content };
        while ((left[0]?.to ?? Infinity) <= from) left.shift();
        const own = (left[0]?.from ?? Infinity) < to ? left.shift()?.monologue : undefined;
        parts.push(part);
        kept.push(own && { id: own.id, place: own.place, ...part });
      }
      continue;
    }
    const own = divided.get(first) ?? [first.monologue];
    parts.push(...own);
    kept.push({ ...first.monologue, ...own[0] });
    for (const _ of own.slice(1)) kept.push(undefined);
  }
  return fillPlaces(parts, kept);
}

/** Splits an edited paragraph where the voice changes, with the voice as speaker. Empty without words. */
function split(
  monologue: EditedMonologue,
  words: readonly MachineWord[],
  getVoice: (span: Span) => number,
): NewMonologue[] {
  const { content, from, to, startMs } = monologue;
  const tokens = align(toTokens(content), words, { from, to });
  const [token] = tokens;
  if (token === undefined) return [];
  const first = getVoice(tokens.find(({ machine }) => machine !== undefined) ?? token);
  let voice = first;
  const voices = tokens.map((each) => {
    // An added word, whose time is an estimate, belongs to the previous word's speaker.
    if (each.machine !== undefined) voice = getVoice(each);
    return voice;
  });
  const cuts = tokens.flatMap((token, i) => (i > 0 && voices[i] !== voices[i - 1] ? [{ ...token, i }] : []));
  if (cuts.length === 0) return [{ ...monologue, speaker: first }];
  const contents = cutContent(
    content,
    cuts.map((cut) => cut.from),
  );
  const ranges = assignRanges(contents.map(toTokens), words, { from, to });
  return contents.map((part, k) => ({
    speaker: k === 0 ? first : (voices[cuts[k - 1]?.i ?? 0] ?? first),
    ...{ from, to, ...ranges[k] },
    content: part,
    ...(k === 0 && startMs !== undefined && { startMs }),
  }));
}

/** Lists the transcript's speakers and new ones, without machine speakers that are no longer used. */
function listSpeakers(
  monologues: readonly EditedMonologue[],
  { latest, earlier, voices }: { latest: Edit; earlier: Recognized; voices: readonly Speaker[] },
): Edit['speakers'] {
  const spoken = new Set(monologues.map(({ speaker }) => speaker));
  const machine = indexById(earlier.speakers);
  const known = latest.speakers.filter(
    (speaker) => spoken.has(speaker.id) || !isDeepStrictEqual(machine.get(speaker.id), speaker),
  );
  const added = [...earlier.speakers, ...voices].filter(({ id }) => spoken.has(id));
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...indexById(added.filter(({ id }) => !ids.has(id))).values()];
}
