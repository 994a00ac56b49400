import { toSubRip } from '#lib/exports/captions/to-captions';
import { findDirections } from '#lib/exports/documents/text-direction';
import { toDocument } from '#lib/exports/documents/transcript-document';
import { layOut } from '#lib/exports/pdf/lay-out';
import { toPlainText } from '#lib/exports/text/to-plain-text';
import { trackChanges } from '#lib/exports/word/track-changes';
import { alignParagraphs, rebaseImport, joinCaptions } from '#lib/imports/align-import';
import { divideParagraphs } from '#lib/imports/align/divide-paragraphs';
import { fitTranscript } from '#lib/imports/fit-transcript';
import { changeBetween } from '#lib/revisions/changes/change-between';
import { keepIds } from '#lib/revisions/changes/keep-ids';
import { prepareChange } from '#lib/revisions/changes/prepare-change';
import { parseChange } from '#lib/revisions/changes/parse-change';
import { keepPassage } from '#lib/revisions/recognitions/keep-passage';
import { mergeRecognition } from '#lib/revisions/recognitions/merge-recognition';
import { reassignSpeakers } from '#lib/revisions/recognitions/reassign-speakers';
import type { Recognized } from '#lib/revisions/recognitions/recognized';
import { splicePassage } from '#lib/revisions/recognitions/splice-passage';
import type { Transcript } from '#lib/revisions/read-transcript';
import { toSearchWords } from '#lib/revisions/texts/to-search-words';
import { toElements } from '#lib/transcript/align/align';
import { assignRanges } from '#lib/transcript/align/assign-ranges';
import { toTokens } from '#lib/transcript/align/tokens';
import { findCorrections } from '#lib/transcript/vocabulary/find-corrections';
import { compareWords } from '#lib/transcript/diff/compare-words';
import { toText, type Edit, type EditChange } from '#lib/transcript/edit';
import { mergeEdits } from '#lib/transcript/merge/merge-edits';
import { measureReviewed } from '#lib/transcript/review/measure-reviewed';
import { summarizeChange } from '#lib/transcript/summary/summarize-change';
import { findSoundAlikes } from '#lib/transcript/vocabulary/find-sound-alikes';
import { applyTextOptions } from '#lib/transcript/text/apply-text-options';
import { files, job, listForms } from './forms';
import type { Input } from './make-input';

/**
 * The functions that process a transcript from untrusted input, by name. Each returns the work to time, so that setup
 * isn't counted.
 */
export const functions: Record<string, (input: Input) => () => unknown> = {
  parseChange: ({ after }) => {
    const sent = { put: after.monologues, remove: [], speakers: after.speakers };
    return () => parseChange(sent);
  },
  summarizeChange:
    ({ before, after }) =>
    () =>
      summarizeChange(before, after),
  findCorrections:
    ({ words, after }) =>
    () =>
      findCorrections(after, words),
  compareWords:
    ({ before, after }) =>
    () =>
      compareWords(before, after),
  mergeEdits: ({ words, before, after }) => {
    const mine = replaceAll(before, after);
    const theirs = replaceAll(before, alterEach(before, 'x'));
    let made = 0;
    return () => mergeEdits({ base: before, mine, theirs, words, newId: () => `new${made++}` });
  },
  alignImport: ({ words, before, after }) => {
    const paragraphs = after.monologues.map(({ content }) => ({ content }));
    return () => alignParagraphs(paragraphs, { base: before, words, acceptMismatch: true, findsMoved: true });
  },
  changeBetween:
    ({ before, after }) =>
    () =>
      changeBetween(before, after),
  keepIds:
    ({ before, after }) =>
    () =>
      keepIds(after.monologues, before),
  rebaseImport: ({ words, before, after }) => {
    const { source } = toRun(before, before, toRecognized(before));
    const change = prepareChange(replaceAll(before, after));
    const theirs = JSON.stringify(replaceAll(before, alterEach(before, 'x')));
    return () => rebaseImport({ source: { ...source, words: JSON.stringify(words) }, change, theirs });
  },
  fitTranscript: ({ before, after }) => {
    const paragraphs = after.monologues.map(({ content }) => ({ content }));
    const heard = toRecognized(before);
    return () => fitTranscript({ paragraphs, heard });
  },
  joinCaptions: ({ before, after }) => {
    const captions = after.monologues.map((monologue) => ({ ...monologue, speaker: 0, isCaption: true }));
    return () => joinCaptions(captions, before);
  },
  divideParagraphs: ({ words, before, after }) => {
    const paragraphs = after.monologues.map(({ content }) => ({ content }));
    const parts = after.monologues.map(({ content }) => toTokens(content));
    const count = parts.reduce((sum, { length }) => sum + length, 0);
    const links = Int32Array.from({ length: count }, (_, i) => Math.floor((i * words.length) / count));
    return () => divideParagraphs(paragraphs, parts, { links, base: before });
  },
  splicePassage: ({ before, after }) => {
    const [earlier, heard] = [toRecognized(before), toRecognized(after)];
    const passage = { startMs: 0, endMs: earlier.words.length * 150 };
    return () => splicePassage(earlier, heard, passage);
  },
  keepPassage: ({ before, after }) => {
    const [{ words }, heard] = [toRecognized(before), toRecognized(after)];
    const passage = { startMs: words.length * 100, endMs: words.length * 200 };
    return () => keepPassage(heard, passage, words);
  },
  mergeRecognition: ({ before, after }) => {
    const input = toRun(before, alterEach(before, 'x'), toRecognized(after));
    return () => mergeRecognition(input);
  },
  reassignSpeakers: ({ before }) => {
    const heard = toRecognized(before);
    const voices = heard.monologues.map((monologue, i) => ({ ...monologue, speaker: i % 3 }));
    const input = toRun(before, alterEach(before, 'x'), { ...heard, monologues: voices });
    return () => reassignSpeakers(input);
  },
  toElements:
    ({ words, after }) =>
    () =>
      after.monologues.map((monologue) => toElements(monologue, words)),
  assignRanges: ({ words, after }) => {
    const parts = after.monologues.map(({ content }) => toTokens(content));
    return () => assignRanges(parts, words, { from: 0, to: words.length });
  },
  toSearchWords: ({ words, after }) => {
    const elements = after.monologues.map((monologue) => toElements(monologue, words));
    return () => elements.map(toSearchWords);
  },
  measureReviewed: ({ words, after }) => {
    const every = (ms: number) =>
      Array.from({ length: words.length / 30 }, (_, i) => ({
        startMs: i * 8400 + ms,
        endMs: i * 8400 + ms + 2000,
      }));
    const speech = { notUnderstood: every(0), languageDoubtful: every(4000) };
    const accepted = { words: new Set<number>(), pauses: new Set<number>() };
    return () => measureReviewed(after, words, { accepted, speech, conflicts: [], soundAlikes: [] });
  },
  findSoundAlikes: ({ words }) => {
    // Vocabulary entries that sound like the words, up to the maximum.
    const vocabulary = words
      .slice(0, 500)
      .map(({ text }, i) => `${text.slice(0, 60)}${i % 2 === 0 ? 'e' : ''}`);
    return () => findSoundAlikes(words, vocabulary, 'en');
  },
  toSubRip: (input) => {
    const transcript = toTranscript(input);
    return () => toSubRip(transcript);
  },
  toPlainText: (input) => {
    const transcript = toTranscript(input);
    return () => toPlainText(transcript);
  },
  toDocument: (input) => {
    const transcript = toTranscript(input);
    return () => toDocument(transcript, job);
  },
  findDirections: ({ after }) => {
    const written = after.monologues.map(({ content }) => toText(content));
    return () => written.map((text) => findDirections(text));
  },
  trackChanges: ({ words, before, after }) => {
    const unknownAuthor = { author: 'Longhand', date: '2026-01-01T00:00:00Z' };
    const document = { before, after, words, unknownAuthor, authors: new Map() };
    const toLabel = (speaker: string) => ({ isOwnLine: true, label: [{ text: speaker }] });
    return () => trackChanges({ ...document, toLabel });
  },
  'layOut (PDF)': (input) => {
    const document = toDocument(toTranscript(input), job);
    return () => layOut(document);
  },
  applyTextOptions: ({ words }) => {
    const monologues = [{ id: 0, speaker: 0, from: 0, to: words.length }];
    const options = { filterProfanity: true, removeDisfluencies: true, skipPunctuation: true } as const;
    return () => applyTextOptions({ words, monologues }, options, 'en');
  },
  ...files,
  ...listForms(toTranscript),
};

function toTranscript({ words, after }: Input): Transcript {
  const speaker = { id: 0, name: 'Speaker 1' };
  return {
    speakers: [speaker],
    monologues: after.monologues.map((monologue, id) => ({
      id,
      speaker,
      words: toElements(monologue, words).map((element) => ({
        text: element.type === 'tag' ? element.tag : element.text,
        startMs: element.startMs,
        endMs: element.endMs,
      })),
    })),
  };
}

/** Turns an edit into a recognition result, one word every 300 ms. */
function toRecognized({ monologues, speakers }: Edit): Recognized {
  const words: Recognized['words'] = [];
  return {
    speakers,
    monologues: monologues.map(({ speaker, content }, id) => {
      const from = words.length;
      for (const { text } of toTokens(content)) {
        words.push({ text, startMs: words.length * 300, endMs: words.length * 300 + 250 });
      }
      return { id, speaker, from, to: words.length };
    }),
    words,
  };
}

/** A run that ends while the transcript is this edit. */
function toRun(before: Edit, latest: Pick<Edit, 'monologues'>, recognized: Recognized) {
  const { words, monologues, speakers } = toRecognized(before);
  return {
    source: {
      revision: 1,
      words: JSON.stringify(words),
      speakers: JSON.stringify(speakers),
      monologues: JSON.stringify(latest.monologues),
    },
    inUse: { firstWord: 0, endWord: words.length, speakers, monologues },
    recognized: JSON.stringify(recognized),
  };
}

function replaceAll(before: Edit, after: Edit): EditChange {
  const ids = new Set(after.monologues.map(({ id }) => id));
  return {
    put: after.monologues,
    remove: before.monologues.flatMap(({ id }) => (ids.has(id) ? [] : [id])),
  };
}

function alterEach(edit: Edit, word: string): Edit {
  const monologues = edit.monologues.map((monologue) => ({
    ...monologue,
    content: [...monologue.content, { text: ` ${word}` }],
  }));
  return { ...edit, monologues };
}
