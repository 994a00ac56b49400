import type { ExportTemplate } from '#lib/transcript/text/export-template';
import { joinWords, type JoinedWord } from '#lib/transcript/text/join-words';
import { formatBareTimeCode, formatTimeCode, type TimeStyle } from '#lib/transcript/text/time-code';

/** A part of a document's text. A time has its value in milliseconds. */
export type TurnPart =
  | { kind: 'name' | 'text'; text: string }
  | { kind: 'time'; text: string; startMs: number };

/** One turn of a speaker, with a label on its own line or before the text. */
export interface Turn {
  label: TurnPart[];
  isOwnLine: boolean;
  text: TurnPart[];
}

interface Said {
  speaker: string;
  words: ReadonlyArray<JoinedWord & { startMs: number }>;
}

export type TurnStyle = Pick<ExportTemplate, 'names' | 'times'> & TimeStyle;

/** Adds names and times as a template specifies. Periodic times precede the first word spoken from then on. */
export function setTurns(said: readonly Said[], style: TurnStyle): Turn[] {
  const stepMs = Number(style.times) * 1000;
  let nextMs = 0;
  return said.map(({ speaker, words }) => {
    const text: TurnPart[] = [];
    let from = 0;
    const addText = (to: number): void => {
      if (to > from) text.push({ kind: 'text', text: joinWords(words.slice(from, to)) });
      from = to;
    };
    words.forEach(({ startMs }, at) => {
      // NaN unless times are periodic.
      if (!(stepMs > 0) || startMs < nextMs) return;
      addText(at);
      text.push({ kind: 'time', text: formatTimeCode(startMs, style), startMs });
      nextMs = (Math.floor(startMs / stepMs) + 1) * stepMs;
    });
    addText(words.length);
    return { ...setLabel(speaker, words[0]?.startMs ?? 0, style), text: separate(text, ' ') };
  });
}

/** Returns the label before a turn. A time beside a name on its own line has no brackets. */
export function setLabel(speaker: string, startMs: number, style: TurnStyle): Omit<Turn, 'text'> {
  const isOwnLine = style.names === 'line' && speaker !== '';
  const written = { line: speaker, inline: `${speaker}:`, capitals: `${speaker.toUpperCase()}:`, none: '' };
  const name: TurnPart[] = speaker === '' ? [] : [{ kind: 'name', text: written[style.names] }];
  const clock = (isOwnLine ? formatBareTimeCode : formatTimeCode)(startMs, style);
  const time: TurnPart[] = style.times === 'turns' ? [{ kind: 'time', text: clock, startMs }] : [];
  const shown = style.names === 'none' ? [] : name;
  const label = isOwnLine ? separate([...shown, ...time], '  ') : separate([...time, ...shown], ' ');
  return { label, isOwnLine };
}

/** For documents that can't have times within text: shows them at each turn instead. */
export function atTurns<Style extends TurnStyle>(style: Style): Style {
  return { ...style, times: style.times === 'none' ? 'none' : 'turns' };
}

function separate(parts: readonly TurnPart[], blanks: string): TurnPart[] {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [{ kind: 'text', text: blanks }, part]));
}
