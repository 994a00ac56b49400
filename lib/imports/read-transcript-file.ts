import { fileFaults, ImportFault, type ImportedParagraph } from '#lib/imports/imported-paragraph';
import { areCaptions, readCaptions } from '#lib/imports/read-captions';
import { readJson } from '#lib/imports/read-json';
import { readText, type IsSpeaker } from '#lib/imports/read-text';
import { readWord } from '#lib/imports/word/read-word';
import { decode, decodeName } from '#lib/net/file-names/decode-name';
import { maxMonologueLength, maxMonologues, maxTextLength, maxWords, toText } from '#lib/transcript/edit';
import { countWords } from '#lib/revisions/changes/count-words';

/**
 * Parses a transcript file: text, Markdown, SubRip, WebVTT, Word (.docx), oTranscribe (.otr), or the JSON of Longhand,
 * Rev AI, AssemblyAI, Deepgram, Whisper, WhisperX or whisper.cpp. Detects the format from the bytes. Returns at least
 * one paragraph, at most as many as a transcript may have. Throws `ImportFault`.
 */
export function readTranscriptFile(bytes: Uint8Array, isSpeaker?: IsSpeaker): ImportedParagraph[] {
  const paragraphs = read(bytes, isSpeaker).filter(({ content }) => content.length > 0);
  checkSize(paragraphs);
  return paragraphs;
}

function read(bytes: Uint8Array, isSpeaker: IsSpeaker | undefined): ImportedParagraph[] {
  const start = Buffer.from(bytes.subarray(0, 8)).toString('hex');
  if (start.startsWith('504b0304')) return readWord(bytes, isSpeaker);
  if (start.startsWith('d0cf11e0')) {
    throw new ImportFault(fileFaults.oldWord);
  }
  if (start.startsWith('25504446')) throw new ImportFault(fileFaults.pdf);
  const text = decodeTranscript(bytes);
  if (/^\s*[{[]/.test(text) && isJson(text)) return readJson(text);
  if (areCaptions(text)) return readCaptions(text, isSpeaker);
  if (text.length > 2 * maxTextLength) throw tooLong();
  return isMarkdown(text) ? readMarkdown(text, isSpeaker) : readText(text, isSpeaker);
}

/** A text may also begin with a bracket: `[00:12] Anna: …`. */
function isJson(text: string): boolean {
  return /^\s*(?:\{\s*["}]|\[\s*[[{"\]])/.test(text);
}

/** Decodes UTF-8, UTF-16 (by its byte order mark or zero bytes), or else a legacy encoding. Throws for binary data. */
function decodeTranscript(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const utf16 =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : guessUtf16(bytes.subarray(0, 1000));
  const text =
    utf16 === undefined ? (decode(bytes, 'utf-8') ?? decodeName(bytes)) : (decode(bytes, utf16) ?? '');
  if (/[^\P{Cc}\s\u007f-\u009f]/u.test(text.slice(0, 100_000))) {
    throw new ImportFault(fileFaults.notText);
  }
  return text;
}

/** Latin text in UTF-16 has a zero in every second byte. */
function guessUtf16(bytes: Uint8Array): string | undefined {
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > bytes.length / 4 && even === 0) return 'utf-16le';
  return even > bytes.length / 4 && odd === 0 ? 'utf-16be' : undefined;
}

function checkSize(paragraphs: readonly ImportedParagraph[]): void {
  if (paragraphs.length === 0) throw new ImportFault(fileFaults.noText);
  const inAll = paragraphs.filter(({ isCaption }) => isCaption !== true).length;
  if (inAll > maxMonologues) throw new ImportFault(`A transcript is limited to ${maxMonologues} paragraphs.`);
  let length = 0;
  for (const { content } of paragraphs) {
    const own = toText(content).length;
    if (own > maxMonologueLength) {
      throw new ImportFault(`A paragraph is limited to ${maxMonologueLength} characters.`);
    }
    length += own;
  }
  if (length > maxTextLength) throw tooLong();
  if (countWords(paragraphs) > maxWords)
    throw new ImportFault(`A transcript is limited to ${maxWords} words.`);
}

function tooLong(): ImportFault {
  return new ImportFault(`A transcript is limited to ${maxTextLength} characters.`);
}

/** A heading, bold text at the start of a paragraph, or a link, none of which plain text has. */
const markup = /^#{1,6} \S|^(?:\*\*|__)\S|^\[[^\]\n]{1,200}\]\(https?:/m;

function isMarkdown(text: string): boolean {
  return markup.test(text);
}

/** Parses Markdown (CommonMark 0.31) as plain text, without the title and the facts that Longhand writes below it. */
function readMarkdown(written: string, isSpeaker?: IsSpeaker): ImportedParagraph[] {
  const text = written.replaceAll(/\r\n?/g, '\n').trimStart();
  const body = text.replace(/^# [^\n]*(?:\n+[^\n]{1,200} · [^\n]{1,200}(?=\n\n))?/, '');
  const plain = body
    .replaceAll(/\\\n/g, '\n')
    .replaceAll(/^#{1,6} +/gm, '')
    .replaceAll(inline, toPlain);
  return readText(plain, isSpeaker);
}

/** Escapes, links and emphasis, in this order, since escaped characters are never markup. */
const inline =
  /\\([!-/:-@[-`{-~])|\[((?:\\.|[^[\]\\\n]){1,500})\]\([^()\s]{0,2000}\)|(\*{1,3}|(?<![\p{L}\p{N}])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}]))/gu;

function toPlain(_: string, escaped: string | undefined, linked: string | undefined): string {
  return escaped ?? linked?.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1') ?? '';
}
