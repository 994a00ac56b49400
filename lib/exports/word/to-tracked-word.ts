import {
  DeletedTextRun,
  ExternalHyperlink,
  InsertedTextRun,
  Paragraph,
  TextRun,
  type IRunOptions,
  type ParagraphChild,
} from 'docx';
import { cleanText } from '#lib/exports/documents/transcript-document';
import { getDirection, packWord, runOptions, toHeading, toRunLook } from '#lib/exports/word/to-word';
import {
  trackChanges,
  type ChangedBy,
  type TrackedDocument,
  type TrackedMark,
  type TrackedParagraph,
  type TrackedText,
} from '#lib/exports/word/track-changes';

type NewId = () => number;

/** Writes two edits as a Word document with tracked changes (ECMA-376, part 1, 17.13.5), reproducible byte for byte. */
export async function toTrackedWord(document: TrackedDocument): Promise<Buffer> {
  let ids = 0;
  const newId = (): number => (ids += 1);
  const { heading, paragraphs } = trackChanges(document);
  const direction = getDirection(document.name);
  const children = runOptions(document.name, direction, {}).map((options) => new TextRun(options));
  const title = toHeading(document, { direction, children, mark: toMark(heading, newId) });
  const text =
    paragraphs.length > 0
      ? paragraphs.map((paragraph) => toParagraph(paragraph, newId))
      : [new Paragraph({ text: document.emptyText })];
  return packWord(document, [...title, ...text]);
}

function toParagraph({ texts, mark, ...by }: TrackedParagraph, newId: NewId): Paragraph {
  const said = texts.flatMap(({ isLabel, text }) => (isLabel ? [] : [text])).join('');
  const direction = getDirection(said || (texts[0]?.text ?? ''));
  return new Paragraph({
    bidirectional: direction === 'rtl',
    run: toMark(mark, newId),
    children: texts.flatMap((text) => toRuns(text, direction, () => ({ ...toChangedBy(by), id: newId() }))),
  });
}

function toRuns(
  { text, kind, link, ...look }: TrackedText,
  direction: 'ltr' | 'rtl',
  changed: () => ChangedBy & { id: number },
): ParagraphChild[] {
  const options =
    text === '\n' ? [{ break: 1 }] : runOptions(cleanStretch(text), direction, toRunLook({ link, ...look }));
  const runs = options.map((option) => toRun(kind, option, changed));
  return link === undefined ? runs : [new ExternalHyperlink({ link, children: runs })];
}

function toRun(
  kind: TrackedText['kind'],
  options: IRunOptions,
  changed: () => ChangedBy & { id: number },
): TextRun | InsertedTextRun | DeletedTextRun {
  if (kind === 'same') return new TextRun(options);
  // Without `text`, docx writes no run.
  const tracked = { text: '', ...options, ...changed() };
  return kind === 'inserted' ? new InsertedTextRun(tracked) : new DeletedTextRun(tracked);
}

function toMark({ kind, ...by }: TrackedMark, newId: NewId) {
  if (kind === 'same') return {};
  const change = { ...toChangedBy(by), id: newId() };
  return kind === 'inserted' ? { insertion: change } : { deletion: change };
}

function toChangedBy({ author, date }: ChangedBy): ChangedBy {
  return { author: cleanText(author) || 'Longhand', date };
}

/** Like `cleanText`, but keeps leading and trailing spaces, which are part of the line. */
function cleanStretch(text: string): string {
  const [blankBefore = ''] = /^\s*/u.exec(text) ?? [];
  const clean = cleanText(text);
  if (clean === '') return text === '' ? '' : ' ';
  return `${blankBefore && ' '}${clean}${/\s$/u.test(text) ? ' ' : ''}`;
}
