import { toElements } from '#lib/transcript/align/align';
import { toText, type Edit } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';
import { defaultTimeStyle, formatTimeCode, type TimeStyle } from '#lib/transcript/text/time-code';

/** A text to be pasted, in both of the kinds that programs take. */
export interface RichText {
  html: string;
  text: string;
}

/** The optional content before the words of each monologue. */
export interface ContentOptions {
  times: boolean;
  speakers: boolean;
}

/** The transcript to be pasted elsewhere: a paragraph a monologue, speakers in bold. Nothing in it is markup. */
export function toRichText(
  { speakers, monologues }: Omit<Edit, 'revision'>,
  words: readonly MachineWord[],
  options: ContentOptions,
  timeStyle: TimeStyle = defaultTimeStyle,
): RichText {
  const names = new Map(speakers.map(({ id, name }) => [id, name]));
  const paragraphs = monologues.flatMap((monologue) => {
    const text = plain(toText(monologue.content));
    const speaker = options.speakers ? plain(names.get(monologue.speaker) ?? '') : '';
    const time = options.times
      ? formatTimeCode(toElements(monologue, words)[0]?.startMs ?? 0, timeStyle)
      : '';
    return text === '' ? [] : [{ speaker, time, text }];
  });
  return {
    html: paragraphs.map(toHtml).join('\n'),
    text: paragraphs.map(toPlainText).join('\n\n'),
  };
}

interface Paragraph {
  speaker: string;
  time: string;
  text: string;
}

function toHtml({ speaker, time, text }: Paragraph): string {
  const parts = [
    ...(speaker === '' ? [] : [`<strong>${escaped(speaker)}</strong>`]),
    ...(time === '' ? [] : [time]),
  ];
  const before = parts.length > 0 ? `${parts.join(' ')}: ` : '';
  return `<p dir="auto">${before}${escaped(text)}</p>`;
}

function toPlainText({ speaker, time, text }: Paragraph): string {
  const before = [...(speaker === '' ? [] : [speaker]), ...(time === '' ? [] : [time])].join(' ');
  return before === '' ? text : `${before}: ${text}`;
}

/** On one line, without control characters and the marks that turn the direction of what follows. */
function plain(text: string): string {
  return text
    .replaceAll(/[^\S\u00a0\u202f]+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '')
    .trim();
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
