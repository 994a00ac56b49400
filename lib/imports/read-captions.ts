import { ImportFault, type ImportedParagraph } from '#lib/imports/imported-paragraph';
import { readBlocks, readClock, type IsSpeaker, type WrittenBlock } from '#lib/imports/read-text';
import { maxMonologues } from '#lib/transcript/edit';

/** Many captions make one monologue. A film of a week has this many. */
const maxCaptions = 5 * maxMonologues;

const clock = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{2}[.,]\d{1,3}`;
const timing = new RegExp(String.raw`^[^\S\n]*(-?${clock})[^\S\n]*-->[^\S\n]*-?${clock}[^\n]*$`, 'gm');

const firstTiming = new RegExp(String.raw`^\s*(?:\d+[^\S\n]*\r?\n)?[^\S\n]*-?${clock}[^\S\n]*-->`);

/** True for SubRip and WebVTT, which begin with the times of a caption or the name of the format. */
export function areCaptions(text: string): boolean {
  return /^\s*WEBVTT\b/.test(text) || firstTiming.test(text);
}

/**
 * Parses the captions of SubRip or WebVTT (https://www.w3.org/TR/webvtt1/), in file order and without markup. Negative
 * times become 0. Throws `ImportFault`.
 */
export function readCaptions(written: string, isSpeaker?: IsSpeaker): ImportedParagraph[] {
  const text = written.replaceAll(/\r\n?/g, '\n');
  const blocks: WrittenBlock[] = [];
  let last: { startMs: number; from: number } | undefined;
  const end = (to: number): void => {
    if (last !== undefined) blocks.push(toBlock(text.slice(last.from, to), last.startMs));
  };
  for (const { 0: line, 1: start = '', index } of text.matchAll(timing)) {
    end(index);
    if (blocks.length >= maxCaptions) throw new ImportFault(`A file is limited to ${maxCaptions} captions.`);
    last = { startMs: start.startsWith('-') ? 0 : readClock(start), from: index + line.length };
  }
  end(text.length);
  return readBlocks(blocks, isSpeaker);
}

/** Parses the lines between two timings: the text of the first caption, a blank line, the identifier of the second. */
function toBlock(between: string, startMs: number): WrittenBlock {
  const [said = ''] = between.replace(/^[^\S\n]*\n/, '').split(/\n[^\S\n]*\n/, 1);
  const voice = /^\s*<v(?:\.[^\s>]*)?\s+([^>\n]{1,200})>/.exec(said)?.[1]?.trim();
  const text = withoutMarkup(said).replaceAll('\n', ' ');
  return { text, startMs, isCaption: true, ...(voice !== undefined && { speaker: decodeEntities(voice) }) };
}

/** Strips tags (`<i>`, `<00:01.000>`) and the positions that some programs write into SubRip (`{\an8}`). */
function withoutMarkup(text: string): string {
  return decodeEntities(text.replaceAll(/<\/?[a-z\d][^<>\n]{0,200}>|\{\\[^{}\n]{0,200}\}/gi, ''));
}

const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', lrm: '', rlm: '' },
};

/** Decodes the character references of WebVTT and simple HTML, and leaves others unchanged. */
export function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(#x?)?([\da-z]{1,7});/gi,
    (whole: string, number: string | undefined, name: string) => {
      if (number === undefined) return entities[name.toLowerCase()] ?? whole;
      const code = Number(number === '#' ? name : `0x${name}`);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
