import { NodeSelection, type EditorState } from '@tiptap/pm/state';
import { toText, type EditedMonologue, type Piece } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';
import { cleanText } from '#lib/transcript/text/clean-text';
import { toTextSelection } from '#components/editor/document/whitespace.ts';
import { getTiming } from '#components/editor/document/timing.ts';
import { toMonologue, getSpeakers } from '#components/editor/document/to-document.ts';

/** The clipboard type of a clip, beside plain text and HTML. */
export const clipType = 'application/x-longhand-transcript';

/** The HTML attribute that repeats the clip: some browsers' clipboards keep only text and HTML. */
const clipAttribute = 'data-longhand-transcript';

/** Part of a transcript on the clipboard: its job, and the selected parts of its monologues. */
export interface Clip {
  jobId: string;
  monologues: EditedMonologue[];
}

/** Copies the selection; the first and the last monologue keep only the machine words within it. */
export function createClip(state: EditorState, words: readonly MachineWord[], jobId: string): Clip {
  const { doc, selection } = state;
  const isTag = selection instanceof NodeSelection;
  const { from, to } = isTag || selection.$from.depth === 1 ? selection : toTextSelection(selection);
  const monologues: EditedMonologue[] = [];
  doc.nodesBetween(from, to, (node, position) => {
    const begin = position + 1;
    const cut = node.cut(Math.max(0, from - begin), Math.min(node.content.size, to - begin));
    const heard = getTiming(node, words).flatMap((token) =>
      begin + token.from < to && begin + token.to > from && token.machine !== undefined
        ? [token.machine]
        : [],
    );
    const isWhole = cut.content.size === node.content.size;
    monologues.push(isWhole ? toMonologue(node) : cutMonologue(toMonologue(cut), heard));
    return false;
  });
  // A selection may begin at the end of one monologue, or end at the beginning of another.
  const filled = monologues.filter(({ content }) => content.length > 0);
  return { jobId, monologues: filled };
}

/** Cuts a monologue down to its selected content and the machine words heard in it. */
function cutMonologue(
  { id, place, speaker, from, content }: EditedMonologue,
  heard: readonly number[],
): EditedMonologue {
  const first = heard[0] ?? from;
  return { id, place, speaker, from: first, to: (heard.at(-1) ?? first - 1) + 1, content };
}

/** A clip as plain text, with speaker names if there are several monologues. */
export function clipToText({ monologues }: Clip, getName: (speaker: number) => string): string {
  if (monologues.length === 1) return toText(monologues[0]?.content ?? []);
  return monologues.map(({ speaker, content }) => `${getName(speaker)}: ${toText(content)}`).join('\n\n');
}

/** A clip as HTML: one paragraph per monologue, and the clip itself as an attribute of the first. */
export function clipToHtml(clip: Clip, getName: (speaker: number) => string): string {
  const { monologues } = clip;
  const paragraphs = monologues.map(({ speaker, content }, i) => {
    const name = monologues.length === 1 ? '' : `<strong>${escape(getName(speaker))}:</strong> `;
    const whole = i === 0 ? ` ${clipAttribute}="${encodeURIComponent(JSON.stringify(clip))}"` : '';
    return `<p dir="auto"${whole}>${name}${escape(toText(content))}</p>`;
  });
  return paragraphs.join('\n');
}

/** Looks up the names of a document's speakers. */
export function createNameLookup({ doc }: EditorState): (speaker: number) => string {
  const names = new Map(getSpeakers(doc).map(({ id, name }) => [id, name]));
  return (speaker) => names.get(speaker) ?? '';
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (mark) => escapes[mark] ?? mark);

const clipInHtml = new RegExp(`${clipAttribute}="([^"<>]*)"`);

/** Reads a clip from the clipboard, or undefined. Any page may have written it, so its text is sanitized. */
export function readClip(data: Pick<DataTransfer, 'getData'>): Clip | undefined {
  try {
    const encoded = (): string => clipInHtml.exec(data.getData('text/html'))?.[1] ?? '';
    const json = data.getData(clipType) || decodeURIComponent(encoded());
    if (json === '') return undefined;
    const { jobId, monologues } = JSON.parse(json) as { jobId: unknown; monologues: unknown[] };
    return { jobId: String(jobId), monologues: monologues.map(readMonologue) };
  } catch {
    return undefined;
  }
}

function readMonologue(found: unknown): EditedMonologue {
  const { speaker, from, to, content } = found as Record<string, unknown>;
  const whole = (value: unknown): number => (Number.isSafeInteger(value) ? Math.max(0, Number(value)) : 0);
  const range = { from: whole(from), to: Math.max(whole(from), whole(to)) };
  const pieces = (content as unknown[]).map(readPiece).filter((piece) => 'tag' in piece || piece.text !== '');
  return { id: '', place: '', speaker: whole(speaker), ...range, content: pieces };
}

function readPiece(found: unknown): Piece {
  const { text, tag, note } = found as Record<string, unknown>;
  if (typeof tag !== 'string') return { text: cleanText(String(text)) };
  const cleaned = typeof note === 'string' ? cleanText(note).slice(0, 10_000) : '';
  return { tag: cleanText(tag).slice(0, 100) || '[…]', ...(cleaned === '' ? {} : { note: cleaned }) };
}
