import type { ImportedParagraph } from '#lib/imports/imported-paragraph';
import { readText, type IsSpeaker } from '#lib/imports/read-text';

/** A heading, text in bold where a paragraph begins, or a link: what text without markup doesn't have. */
const markup = /^#{1,6} \S|^(?:\*\*|__)\S|^\[[^\]\n]{1,200}\]\(https?:/m;

/** True for text that is marked up as Markdown. */
export function isMarkdown(text: string): boolean {
  return markup.test(text);
}

/**
 * The paragraphs of Markdown (CommonMark 0.31) as plain text. The title and, where Longhand wrote the file, the facts below
 * it are left out.
 */
export function readMarkdown(written: string, isSpeaker?: IsSpeaker): ImportedParagraph[] {
  const text = written.replaceAll(/\r\n?/g, '\n').trimStart();
  const body = text.replace(/^# [^\n]*(?:\n+[^\n]{1,200} · [^\n]{1,200}(?=\n\n))?/, '');
  const plain = body
    .replaceAll(/\\\n/g, '\n')
    .replaceAll(/^#{1,6} +/gm, '')
    .replaceAll(inline, toPlain);
  return readText(plain, isSpeaker);
}

/** Escapes, links and emphasis, in this order: what is escaped is none of the others. */
const inline =
  /\\([!-/:-@[-`{-~])|\[((?:\\.|[^[\]\\\n]){1,500})\]\([^()\s]{0,2000}\)|(\*{1,3}|(?<![\p{L}\p{N}])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}]))/gu;

function toPlain(_: string, escaped: string | undefined, linked: string | undefined): string {
  return escaped ?? linked?.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1') ?? '';
}
