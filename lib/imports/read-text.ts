import { toPieces, type ImportedParagraph } from '#lib/imports/imported-paragraph';

/*
 * Text as people and programs write transcripts: paragraphs, with the name of the speaker and a time before them or on a
 * line of their own. `Anna: Good morning.`, `[00:12] ANNA: …`, `Speaker 1:    00:02    …`, `Anna Lee  0:12` above the text.
 */

const time = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?`;
/** A time in brackets, or bare; which of them stands where tells how sure it is one. */
const bracketed = String.raw`(?:\[${time}\]|\(${time}\))`;
const name = String.raw`\p{L}[^\n:[\](){}<>?!]{0,78}`;

const timeFirst = new RegExp(String.raw`^(${bracketed})\s*`, 'u');
const bareTimeFirst = new RegExp(String.raw`^(${time})\s+(?=${name}:\s)`, 'u');
const nameFirst = new RegExp(String.raw`^(${name}?)\s*(${bracketed})?:(?:\s+|$)`, 'u');
const timeNext = new RegExp(String.raw`^(?:(${bracketed})\s*|(${time})(?:\s{2,}|$))`, 'u');
/** Two blanks part a name from a bare time: with one, "we left at 3:16" would be a label. */
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
  /** True if the name is one whatever the rest of the text is like. */
  isSure: boolean;
  text: string;
  /** The whole block, should its label turn out to be none. */
  written: WrittenBlock;
}

/** Text before its labels are understood. What a file tells of it in other ways counts before them. */
export interface WrittenBlock extends Omit<ImportedParagraph, 'content'> {
  text: string;
}

/** True for the name of a speaker of the transcript that is to be replaced. */
export type IsSpeaker = (name: string) => boolean;

const nobody: IsSpeaker = () => false;

/** Lines become paragraphs, as blank lines part them or, in a text without any, each for itself. */
export function readText(text: string, isSpeaker: IsSpeaker = nobody): ImportedParagraph[] {
  const lines = text.replaceAll(/\r\n?|[\v\f\u0085\u2028]/g, '\n').replaceAll('\u2029', '\n\n');
  const parts = lines.trim().split(/\n[^\S\n]*\n/);
  const blocks = parts.length > 1 ? parts : lines.split('\n');
  return readBlocks(
    blocks.map((part) => ({ text: part })),
    isSpeaker,
  );
}

/** The paragraphs of blocks of text, each of one line or several. A block that is a label alone names those after it. */
export function readBlocks(
  written: readonly WrittenBlock[],
  isSpeaker: IsSpeaker = nobody,
): ImportedParagraph[] {
  const blocks = written.filter(({ text }) => text.trim() !== '').map(readBlock);
  const names = findNames(blocks, isSpeaker);
  const isLabelAlone = ({ label, text }: Block): boolean => label.name !== undefined && text === '';
  const haveLabelsAlone = blocks.filter(isLabelAlone).length > 1;
  const paragraphs: ImportedParagraph[] = [];
  let speaker: string | undefined;
  let startMs: number | undefined;
  for (const block of blocks) {
    const { label, text, written: whole } = block;
    const isSure = block.isSure && (haveLabelsAlone || !isLabelAlone(block));
    const isLabel = isSure || label.name === undefined || names.has(label.name);
    speaker = whole.speaker ?? (isLabel ? label.name : undefined) ?? speaker;
    startMs = whole.startMs ?? (isLabel ? label.startMs : undefined) ?? startMs;
    const content = toPieces(isLabel ? text : whole.text);
    if (content.length === 0) continue;
    paragraphs.push({
      content,
      ...(speaker !== undefined && { speaker }),
      ...(startMs !== undefined && { startMs }),
      ...(whole.isCaption === true && { isCaption: true }),
    });
    startMs = undefined;
  }
  return paragraphs;
}

/**
 * What stands before a colon is a speaker's name if the transcript has it already, if it is so more than once, in capitals, or everywhere: else a sentence
 * like "One thing is clear: it rains" would lose its beginning.
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

function readBlock(written: WrittenBlock): Block {
  const block = written.text.trim();
  const end = block.indexOf('\n');
  const line = (end < 0 ? block : block.slice(0, end)).trim();
  const below = end < 0 ? '' : block.slice(end + 1).trim();
  const own = labelLine.exec(line);
  if (own !== null) {
    const [, before, label, after] = own;
    const clock = (before ?? after)?.trim();
    const isNamed = label !== undefined && line.endsWith(':') && below !== '';
    if (clock !== undefined || isNamed) {
      return { label: toLabel(label, clock), isSure: clock !== undefined, text: below, written };
    }
  }
  return { ...readInline(block), written };
}

/** A label before the text on the same line: a time, a name, or both in either order. */
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

/** Names have few words. */
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

/** A time as people write it, brackets aside, in whole milliseconds: `12:34`, `1:02:03.5`. Minutes may go on past 59. */
export function readClock(written: string): number {
  const parts = written
    .replaceAll(/[[\]()]/g, '')
    .replace(',', '.')
    .split(':')
    .map(Number);
  const seconds = parts.reduce((sum, part) => sum * 60 + part, 0);
  return Math.round(seconds * 1000);
}
