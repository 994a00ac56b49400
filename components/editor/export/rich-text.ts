import { elementsOf } from '#lib/transcripts/align';
import { textOf, type Edit } from '#lib/transcripts/edit';
import type { MachineWord } from '#lib/transcripts/model';
import { clockOf } from '../clock';

/** A text to be pasted, in both of the kinds that programs take. */
export interface RichText {
  html: string;
  text: string;
}

/** What stands before the words of each monologue. */
export interface Chosen {
  times: boolean;
  speakers: boolean;
}

/** The transcript to be pasted elsewhere: a paragraph a monologue, speakers in bold. Nothing in it is markup. */
export function richTextOf(
  { speakers, monologues }: Omit<Edit, 'revision'>,
  words: readonly MachineWord[],
  chosen: Chosen,
): RichText {
  const names = new Map(speakers.map(({ id, name }) => [id, name]));
  const said = monologues.flatMap((monologue) => {
    const text = plain(textOf(monologue.content));
    const speaker = chosen.speakers ? plain(names.get(monologue.speaker) ?? '') : '';
    const time = chosen.times ? clockOf(elementsOf(monologue, words)[0]?.startMs ?? 0) : '';
    return text === '' ? [] : [{ speaker, time, text }];
  });
  return {
    html: said.map(toHtml).join('\n'),
    text: said.map(toText).join('\n\n'),
  };
}

interface Said {
  speaker: string;
  time: string;
  text: string;
}

function toHtml({ speaker, time, text }: Said): string {
  const parts = [
    ...(speaker === '' ? [] : [`<strong>${escaped(speaker)}</strong>`]),
    ...(time === '' ? [] : [`(${time})`]),
  ];
  const before = parts.length > 0 ? `${parts.join(' ')}: ` : '';
  return `<p dir="auto">${before}${escaped(text)}</p>`;
}

function toText({ speaker, time, text }: Said): string {
  const before = [...(speaker === '' ? [] : [speaker]), ...(time === '' ? [] : [`(${time})`])].join(' ');
  return before === '' ? text : `${before}: ${text}`;
}

/** On one line, without control characters and the marks that turn the direction of what follows. */
function plain(text: string): string {
  return text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '')
    .trim();
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
