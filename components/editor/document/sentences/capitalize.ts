import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { TextRange } from '#components/editor/document/in-sight/find-range-in-sight.ts';
import type { EditorSettings } from '#components/editor/settings/editor-settings.ts';
import { split } from '#components/editor/document/paragraphs/split.ts';
import { getText } from '#components/editor/document/to-document.ts';

/** The selection, or the monologue at the caret if nothing is selected. */
export function getChosenRange({ selection: { $from, $to, empty } }: EditorState): TextRange {
  return empty ? { from: $from.start(1), to: $to.end(1) } : { from: $from.pos, to: $to.pos };
}

/** Splits the monologue at the caret, and capitalizes the new one if that setting is on. */
export function splitAsSet(
  state: EditorState,
  { capitalizeAfterSplit }: Pick<EditorSettings, 'capitalizeAfterSplit'>,
  language?: string,
): Transaction {
  const tr = split(state);
  return capitalizeAfterSplit && tr.docChanged ? capitalizeStart(tr, language) : tr;
}

/** Capitalizes the monologue at the caret if text was cut off before it. */
function capitalizeStart(tr: Transaction, language: string | undefined): Transaction {
  const { $head } = tr.selection;
  const index = $head.index(0);
  if (index === 0 || tr.doc.child(index - 1).content.size === 0) return tr;
  const first = findFirstLetter(getText($head.parent));
  if (first === undefined) return tr;
  const { head } = tr.selection;
  raise(tr, $head.start(1) + first, language);
  return tr.setSelection(TextSelection.create(tr.doc, head));
}

/** Capitalizes a letter, except one like ß, whose capital is longer. Turkish has İ for i; Greek drops accents. */
export function raise(tr: Transaction, at: number, language = ''): void {
  const letter = tr.doc.textBetween(at, at + 1);
  const capital = language.startsWith('el')
    ? letter.toUpperCase()
    : letter.toLocaleUpperCase(language || undefined);
  if (capital.length === 1) tr.insertText(capital, at, at + 1);
}

/** The offset of a text's first letter, if it is lowercase and begins a word; tags are \ufffc. */
export function findFirstLetter(text: string): number | undefined {
  const [token] = text.match(/[^\s\ufffc]*[\p{L}\p{N}][^\s\ufffc]*/u) ?? [];
  if (token === undefined) return undefined;
  const ahead = token.search(/[\p{L}\p{N}]/u);
  return isSmall(token.slice(ahead)) ? text.indexOf(token) + ahead : undefined;
}

/** True if sentence case changes the word: not `iPhone`, addresses, or Georgian, which has no such capitals. */
export function isSmall(word: string): boolean {
  return (
    /^(?!\p{Script=Georgian})\p{Ll}/u.test(word) &&
    !/\p{Lu}/u.test(word) &&
    !/[@/\\]|\.[\p{L}\p{N}]/u.test(word)
  );
}
