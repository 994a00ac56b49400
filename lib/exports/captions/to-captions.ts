import type { Transcript } from '#lib/revisions/read-transcript';
import { showable } from '#lib/exports/captions/split-into-pieces';
import { toCues } from '#lib/exports/captions/to-cues';

/** Returns SubRip captions, with names if `speakers`. Replaces brackets, since markup can't be escaped. */
export function toSubRip(
  transcript: Transcript,
  { speakers = false }: { speakers?: boolean | undefined } = {},
): string {
  const blocks = toCues(speakers ? withNames(transcript) : transcript).map(({ startMs, endMs, lines }, i) => {
    const text = lines.map(withoutMarkup).join('\n');
    return `${i + 1}\n${toTime(startMs, ',')} --> ${toTime(endMs, ',')}\n${text}\n`;
  });
  return blocks.join('\n') || '\n';
}

/** Returns a transcript as WebVTT (W3C), each caption in its speaker's voice span unless speakers are left out. */
export function toWebVtt(
  transcript: Transcript,
  { speakers = true }: { speakers?: boolean | undefined } = {},
): string {
  const blocks = toCues(transcript).map(({ startMs, endMs, speaker, lines }) => {
    const name = speakers ? escaped(showable(speaker).trim()) : '';
    const text = lines.map(escaped).join('\n');
    const voice = name === '' ? text : `<v ${name}>${text}</v>`;
    return `${toTime(startMs, '.')} --> ${toTime(endMs, '.')}\n${voice}\n`;
  });
  return ['WEBVTT\n', ...blocks].join('\n');
}

/** Adds `Name: ` before the first word whenever the speaker changes. It counts toward the line length. */
function withNames(transcript: Transcript): Transcript {
  let last: number | undefined;
  const monologues = transcript.monologues.map((monologue) => {
    const [first, ...rest] = monologue.words;
    const { id, name } = monologue.speaker;
    if (first === undefined) return monologue;
    const isNew = id !== last && name.trim() !== '';
    last = id;
    return isNew
      ? { ...monologue, words: [{ ...first, text: `${name}: ${first.text}` }, ...rest] }
      : monologue;
  });
  return { ...transcript, monologues };
}

function withoutMarkup(line: string): string {
  const lookalikes: Record<string, string> = { '<': '‹', '>': '›', '{': '(', '}': ')' };
  return line.replace(/[<>{}]/g, (bracket) => lookalikes[bracket] ?? '');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Formats milliseconds as hh:mm:ss, the mark, and three decimals. */
function toTime(ms: number, mark: ',' | '.'): string {
  const whole = Math.round(ms);
  const digits = (n: number, length: number): string => String(Math.floor(n)).padStart(length, '0');
  const seconds = whole / 1000;
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((n) => digits(n, 2)).join(':');
  return `${clock}${mark}${digits(whole % 1000, 3)}`;
}
