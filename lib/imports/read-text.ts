import { toPieces, type ImportedComment, type ImportedParagraph } from '#lib/imports/imported-paragraph';

/*
 * Transcripts as plain text: paragraphs, with a speaker's name and a time before them or on a line of their own: `Anna:
 * Good morning.`, `[00:12] ANNA: …`, `Speaker 1: 00:02 …`, `Anna Lee 0:12` above the text.
 */

const time = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?`;
/** A bracketed time is surer than a bare one. */
const bracketed = String.raw`(?:\[${time}\]|\(${time}\))`;
const name = String.raw`\p{L}[^\n:[\](){}<>?!]{0,78}`;

const timeFirst = new RegExp(String.raw`^(${bracketed})\s*`, 'u');
const bareTimeFirst = new RegExp(String.raw`^(${time})\s+(?=${name}:\s)`, 'u');
const nameFirst = new RegExp(String.raw`^(${name}?)\s*(${bracketed})?:(?:\s+|$)`, 'u');
const timeNext = new RegExp(String.raw`^(?:(${bracketed})\s*|(${time})(?:\s{2,}|$))`, 'u');
/** A bare time needs two spaces after a name: with one, "we left at 3:16" would be a label. */
const labelLine = new RegExp(
  String.raw`^(?:(${bracketed}\s*|${time}(?:\s{2,}|$)))?(${name}?)??(\s*${bracketed}|\s{2,}${time})?:?$`,
  'u',
);

interface Label {
  name?: string;
  startMs?: number;
}

interface Block {
  label: Label;
  /** True if the name is certain regardless of the rest of the text. */
  isSure: boolean;
  text: string;
  /** The whole block, in case its label turns out to be text. */
  written: WrittenBlock;
}

/** Text with unparsed labels. Facts that the file gives otherwise override them. */
export interface WrittenBlock extends Omit<ImportedParagraph, 'content'> {
  text: string;
}

/** True for the name of a speaker in the transcript to be replaced. */
export type IsSpeaker = (name: string) => boolean;

const nobody: IsSpeaker = () => false;

/** Splits text into paragraphs at blank lines or, if there are none, at each line. */
export function readText(text: string, isSpeaker: IsSpeaker = nobody): ImportedParagraph[] {
  const lines = text.replaceAll(/\r\n?|[\v\f\u0085\u2028]/g, '\n').replaceAll('\u2029', '\n\n');
  const parts = lines.trim().split(/\n[^\S\n]*\n/);
  const blocks = parts.length > 1 ? parts : lines.split('\n');
  return readBlocks(
    blocks.map((part) => ({ text: part })),
    isSpeaker,
  );
}

/** Parses blocks of one or more lines into paragraphs. A block that is only a label applies to those after it. */
export function readBlocks(
  written: readonly WrittenBlock[],
  isSpeaker: IsSpeaker = nobody,
): ImportedParagraph[] {
  const blocks = written.filter(({ text }) => text.trim() !== '').map((block) => readBlock(block, isSpeaker));
  const names = findNames(blocks, isSpeaker);
  const haveLabelsAlone = blocks.filter(isLabelAlone).length > 1;
  const areLines = areTimedLines(blocks);
  const paragraphs: ImportedParagraph[] = [];
  let speaker: string | undefined;
  let startMs: number | undefined;
  let comments: ImportedComment[] = [];
  for (const read of blocks) {
    const isLabelOfText = haveLabelsAlone ? !areLines : names.has(read.label.name ?? '');
    const isText = isLabelAlone(read) && !isLabelOfText;
    const block = isText ? { ...read, ...readInline(read.written.text.trim()) } : read;
    const { label, text, isSure, written: whole } = block;
    const isLabel = isSure || label.name === undefined || names.has(label.name);
    speaker = whole.speaker ?? (isLabel ? label.name : undefined) ?? speaker;
    startMs = whole.startMs ?? (isLabel ? label.startMs : undefined) ?? startMs;
    const content = toPieces(isLabel ? text : whole.text);
    comments.push(...(whole.comments ?? []));
    if (content.length === 0) continue;
    paragraphs.push({
      content,
      ...(speaker !== undefined && { speaker }),
      ...(startMs !== undefined && { startMs }),
      ...(whole.isCaption === true && { isCaption: true }),
      ...(comments.length > 0 && { comments }),
    });
    startMs = undefined;
    comments = [];
  }
  const last = paragraphs.at(-1);
  if (last !== undefined && comments.length > 0) last.comments = [...(last.comments ?? []), ...comments];
  return paragraphs;
}

const isLabelAlone = ({ label, text }: Block): boolean => label.name !== undefined && text === '';

/** True if at least half of the lines that look like bare labels follow each other: these are timed text, not names. */
function areTimedLines(blocks: readonly Block[]): boolean {
  const alone = blocks.filter(isLabelAlone);
  const inRow = blocks.filter(
    (block, i) => isLabelAlone(block) && blocks.slice(i + 1, i + 2).some(isLabelAlone),
  );
  return inRow.length * 2 >= alone.length;
}

/**
 * Accepts a label before a colon as a name if the transcript has that speaker, or if the label is in capitals,
 * repeated, or on every block. Otherwise, a sentence like "One thing is clear: it rains" would lose its beginning.
 */
function findNames(blocks: readonly Block[], isSpeaker: IsSpeaker): Set<string> {
  const counts = new Map<string, number>();
  for (const { label } of blocks) {
    if (label.name !== undefined) counts.set(label.name, (counts.get(label.name) ?? 0) + 1);
  }
  const isEverywhere = blocks.length > 1 && blocks.every(({ label }) => label.name !== undefined);
  const isName = ([label, count]: [string, number]): boolean =>
    isSpeaker(label) ||
    isEverywhere ||
    count > 1 ||
    label === label.toUpperCase() ||
    /^\p{L}+ ?\d+$/u.test(label);
  return new Set([...counts].filter(isName).map(([label]) => label));
}

function readBlock(written: WrittenBlock, isSpeaker: IsSpeaker): Block {
  const block = written.text.trim();
  const end = block.indexOf('\n');
  const line = (end < 0 ? block : block.slice(0, end)).trim();
  const below = end < 0 ? '' : block.slice(end + 1).trim();
  const own = labelLine.exec(line);
  if (own !== null) {
    const [, before, label, after] = own;
    const clock = (before ?? after)?.trim();
    const isNamed = label !== undefined && below !== '' && (line.endsWith(':') || isSpeaker(label));
    if (clock !== undefined || isNamed) {
      return { label: toLabel(label, clock), isSure: clock !== undefined, text: below, written };
    }
  }
  return { ...readInline(block), written };
}

/** Parses a label before text on the same line: a time, a name, or both in either order. */
function readInline(block: string): Omit<Block, 'written'> {
  const first = timeFirst.exec(block) ?? bareTimeFirst.exec(block);
  let clock = first?.[1];
  let text = block.slice(first?.[0].length ?? 0);
  const named = nameFirst.exec(text);
  const label = named?.[1]?.trim();
  if (named === null || label === undefined || !isNameLike(label)) {
    return { label: toLabel(undefined, clock), isSure: true, text };
  }
  text = text.slice(named[0].length);
  clock ??= named[2];
  const next = clock === undefined ? timeNext.exec(text) : null;
  clock ??= next?.[1] ?? next?.[2];
  return {
    label: toLabel(label, clock),
    isSure: clock !== undefined,
    text: text.slice(next?.[0].length ?? 0),
  };
}

/** Names are short. */
function isNameLike(label: string): boolean {
  return label.length <= 60 && label.split(/\s+/).length <= 6;
}

function toLabel(label: string | undefined, clock: string | undefined): Label {
  const clean = label?.trim() ?? '';
  return {
    ...(clean !== '' && { name: clean }),
    ...(clock !== undefined && { startMs: readClock(clock) }),
  };
}

/** Parses a time such as `12:34` or `[1:02:03.5]` into whole milliseconds. Minutes may exceed 59. */
export function readClock(written: string): number {
  const parts = written
    .replaceAll(/[[\]()]/g, '')
    .replace(',', '.')
    .split(':')
    .map(Number);
  const seconds = parts.reduce((sum, part) => sum * 60 + part, 0);
  return Math.round(seconds * 1000);
}
