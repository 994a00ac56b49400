import { toElements } from '#lib/transcript/align/align';
import { toText, type Edit } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';
import { defaultTemplate } from '#lib/transcript/text/export-template';
import { atTurns, setLabel, type Turn, type TurnStyle } from '#lib/transcript/text/set-turns';
import { defaultTimeStyle } from '#lib/transcript/text/time-code';

/** A text in both clipboard types that programs accept. */
export interface RichText {
  html: string;
  text: string;
}

/** The transcript as rich text: one paragraph per monologue, speakers in bold, all text escaped. */
export function toRichText(
  { speakers, monologues }: Omit<Edit, 'revision'>,
  words: readonly MachineWord[],
  style: TurnStyle = { ...defaultTemplate, ...defaultTimeStyle },
): RichText {
  const names = new Map(speakers.map(({ id, name }) => [id, name]));
  const paragraphs = monologues.flatMap((monologue) => {
    const text = plain(toText(monologue.content)).trim();
    const speaker = plain(names.get(monologue.speaker) ?? '').trim();
    const startMs = toElements(monologue, words)[0]?.startMs ?? 0;
    return text === '' ? [] : [{ ...setLabel(speaker, startMs, atTurns(style)), text }];
  });
  return { html: paragraphs.map(toHtml).join('\n'), text: paragraphs.map(toPlainText).join('\n\n') };
}

type Paragraph = Omit<Turn, 'text'> & { text: string };

function toHtml({ label, isOwnLine, text }: Paragraph): string {
  const before = label.map(({ kind, text: part }) => {
    const safe = escaped(part).replaceAll('  ', '&nbsp; ');
    return kind === 'name' ? `<strong>${safe}</strong>` : safe;
  });
  const parts = [before.join(''), escaped(text)].filter(Boolean);
  return `<p dir="auto">${parts.join(isOwnLine ? '<br>' : ' ')}</p>`;
}

function toPlainText({ label, isOwnLine, text }: Paragraph): string {
  const before = label.map((part) => part.text).join('');
  return [before, text].filter(Boolean).join(isOwnLine ? '\n' : ' ');
}

/** Puts a text on one line, without control characters and bidirectional marks that affect the text after it. */
function plain(text: string): string {
  return text
    .replaceAll(/[^\S\u00a0\u202f]+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
