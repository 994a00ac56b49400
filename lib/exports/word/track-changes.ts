import { toElements } from '#lib/transcript/align/align';
import { compareWords, type ComparedMonologue } from '#lib/transcript/diff/compare-words';
import type { DocumentBlock, DocumentFrame, DocumentPart } from '#lib/exports/documents/transcript-document';
import { toText, type Edit, type EditedMonologue } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';

/** The author of a change, and its time in ISO 8601. */
export interface ChangedBy {
  author: string;
  date: string;
}

/** Two edits of a transcript as a document with tracked changes. */
export interface TrackedDocument extends DocumentFrame {
  toLabel: (speaker: string, startMs: number) => Omit<DocumentBlock, 'text'>;
  before: Edit;
  after: Edit;
  words: MachineWord[];
  /** The last author of each monologue, by its ID. */
  authors: Map<string, ChangedBy>;
  unknownAuthor: ChangedBy;
}

type Kind = ComparedMonologue['beginning'];

/** A run of a tracked paragraph. A line feed in `text` is a line break. */
export interface TrackedText extends DocumentPart {
  kind: Kind;
  isLabel: boolean;
}

/** A tracked paragraph mark. Without it, the next paragraph joins this one. */
export interface TrackedMark extends ChangedBy {
  kind: Kind;
}

/** A tracked paragraph: `texts` without 'deleted' are the later text, those without 'inserted' the earlier one. */
export interface TrackedParagraph extends ChangedBy {
  texts: TrackedText[];
  mark: TrackedMark;
}

/** Compares two edits as tracked changes: accepting gives the later, rejecting the earlier transcript. */
export function trackChanges(document: Omit<TrackedDocument, keyof DocumentFrame>): {
  heading: TrackedMark;
  paragraphs: TrackedParagraph[];
} {
  const { authors, unknownAuthor } = document;
  const after = withoutEmpty(document.after);
  const before = withNamesOf(after, withoutEmpty(document.before));
  const { compared, earlier } = compareInOrder(before, after);
  const sides = { before: earlier.monologues.values(), after: after.monologues.values() };
  const drafts = compared.map(({ beginning, runs }) => {
    const was = beginning === 'inserted' ? undefined : sides.before.next().value;
    const is = beginning === 'deleted' ? undefined : sides.after.next().value;
    const label = compareLabels(was && labelIn(document, before, was), is && labelIn(document, after, is));
    const texts = [...label, ...runs.map((run) => ({ ...run, isLabel: false }))];
    const by = authors.get(is?.id ?? was?.id.replace(movedPrefix, '') ?? '') ?? unknownAuthor;
    return { beginning, texts, ...by };
  });
  return withMarks(limitRuns(drafts), unknownAuthor);
}

/** The largest save has several times as many, which exhaust a thread's memory. */
const maxRuns = 40_000;

/** If there are too many runs, shows paragraphs with several changes as replaced whole. */
function limitRuns(drafts: Draft[]): Draft[] {
  const runs = drafts.reduce((sum, { texts }) => sum + texts.length, 0);
  return runs <= maxRuns ? drafts : drafts.map((draft) => ({ ...draft, texts: replaceWhole(draft.texts) }));
}

function replaceWhole(texts: TrackedText[]): TrackedText[] {
  const [label, said] = [texts.filter(({ isLabel }) => isLabel), texts.filter(({ isLabel }) => !isLabel)];
  if (said.length <= 3) return texts;
  const join = (kind: Kind, other: Kind) => ({
    text: said.flatMap((run) => (run.kind === other ? [] : [run.text])).join(''),
    kind,
    isLabel: false,
  });
  return [...label, join('deleted', 'inserted'), join('inserted', 'deleted')];
}

/** Drops empty monologues, which no other document shows. */
function withoutEmpty(edit: Edit): Edit {
  return { ...edit, monologues: edit.monologues.filter(({ content }) => toText(content).trim() !== '') };
}

/** Uses the later speaker names on both sides, since a rename would strike every label. */
function withNamesOf({ speakers: later }: Edit, edit: Edit): Edit {
  const names = new Map(later.map(({ id, name }) => [id, name]));
  const speakers = edit.speakers.map((speaker) => ({
    ...speaker,
    name: names.get(speaker.id) ?? speaker.name,
  }));
  return { ...edit, speakers };
}

const movedPrefix = 'moved:';

/** Shows a moved monologue as deleted there and inserted here, the only way for a word processor. */
function compareInOrder(before: Edit, after: Edit): { compared: ComparedMonologue[]; earlier: Edit } {
  const { monologues } = compareWords(before, after);
  const moved = new Set(monologues.flatMap(({ id, moved }) => (moved ? [id] : [])));
  if (moved.size === 0) return { compared: monologues, earlier: before };
  const earlier = {
    ...before,
    monologues: before.monologues.map((monologue) =>
      moved.has(monologue.id) ? { ...monologue, id: movedPrefix + monologue.id } : monologue,
    ),
  };
  return { compared: compareWords(earlier, after).monologues, earlier };
}

function labelIn(
  { toLabel, words }: Pick<TrackedDocument, 'toLabel' | 'words'>,
  { speakers }: Edit,
  monologue: EditedMonologue,
): Omit<DocumentBlock, 'text'> {
  const startMs = toElements(monologue, words)[0]?.startMs ?? 0;
  const speaker = speakers.find(({ id }) => id === monologue.speaker)?.name ?? '';
  return toLabel(speaker, startMs);
}

/** Compares labels: parts that differ are deleted and inserted. */
function compareLabels(
  was: Omit<DocumentBlock, 'text'> | undefined,
  is: Omit<DocumentBlock, 'text'> | undefined,
): TrackedText[] {
  const of = (kind: Kind, { label, isOwnLine }: Omit<DocumentBlock, 'text'>): TrackedText[] =>
    label.length === 0
      ? []
      : [...label, { text: isOwnLine ? '\n' : ' ' }].map((part) => ({ ...part, kind, isLabel: true }));
  if (was === undefined) return is === undefined ? [] : of('inserted', is);
  if (is === undefined) return of('deleted', was);
  return of('same', is).flatMap((part, i): TrackedText[] => {
    const earlier = was.label[i] ?? part;
    if (earlier.text === part.text) return [part];
    return [
      { ...part, ...earlier, kind: 'deleted' },
      { ...part, kind: 'inserted' },
    ];
  });
}

type Draft = ChangedBy & { beginning: Kind; texts: TrackedText[] };

/** Assigns paragraph marks. A paragraph begins with the previous mark. A new or deleted one may use its own instead. */
function withMarks(
  drafts: readonly Draft[],
  unknownAuthor: ChangedBy,
): { heading: TrackedMark; paragraphs: TrackedParagraph[] } {
  const marks: TrackedMark[] = drafts.map(({ beginning: kind, author, date }) => ({ kind, author, date }));
  marks.push({ ...unknownAuthor, kind: 'same' });
  for (let i = drafts.length - 1; i >= 0; i -= 1) {
    const [draft, mark, own] = [drafts[i], marks[i], marks[i + 1]];
    if (!draft || !mark || mark.kind === 'same' || own?.kind !== 'same') continue;
    if (draft.texts.every(({ kind }) => kind === mark.kind)) [marks[i], marks[i + 1]] = [own, mark];
  }
  const [heading = { ...unknownAuthor, kind: 'same' as const }, ...ends] = marks;
  const paragraphs = drafts.map(({ texts, author, date }, i) => ({
    texts,
    author,
    date,
    mark: ends[i] ?? heading,
  }));
  return { heading, paragraphs };
}
