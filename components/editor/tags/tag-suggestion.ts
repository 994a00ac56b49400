import { isHistoryTransaction } from '@tiptap/pm/history';
import { Plugin, PluginKey, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { singleUndoStep, type Dispatcher } from '#components/editor/document/single-undo-step.ts';
import { getText } from '#components/editor/document/to-document.ts';
import { putTag } from './change-tags';
import { suggestTags } from './tag-names';

/** The tags suggested for the text being typed. */
export interface Suggestion {
  /** The position of the bracket. */
  from: number;
  to: number;
  names: readonly string[];
  chosen: number;
}

/** Formats the chosen tags, and is notified of them. */
export interface TagWriter {
  /** The names to suggest. */
  getNames: () => readonly string[];
  /** The printed tag at a document position; undefined if nothing is left of the name. */
  write: (name: string, at: number) => string | undefined;
  onInserted: (tag: string) => void;
}

/** The plugin's state: the suggested tags; undefined while there are none. */
export const suggestionKey = new PluginKey<Suggestion | undefined>('tag-suggestion');

const choose = 'choose';
const dismiss = 'dismiss';

// Matches only possible tag names: a bracket in the text must not keep the list open.
const tagStart = /\[(\p{L}[\p{L}\p{M}\p{N} '’-]{0,39})$/u;

/** The start of a tag before the caret. */
function findTagStart({ selection }: EditorState): { from: number; typed: string } | undefined {
  if (!(selection instanceof TextSelection) || !selection.empty) return undefined;
  const { $head } = selection;
  const before = getText($head.parent, 0, $head.parentOffset);
  const typed = tagStart.exec(before.slice(-42))?.[1];
  return typed === undefined ? undefined : { from: $head.pos - typed.length - 1, typed };
}

function isTyping(tr: Transaction): boolean {
  const isOther = isHistoryTransaction(tr) || tr.getMeta('addToHistory') === false;
  return (
    tr.docChanged && !isOther && tr.getMeta('paste') === undefined && tr.getMeta('uiEvent') === undefined
  );
}

function next(
  tr: Transaction,
  before: Suggestion | undefined,
  state: EditorState,
  names: readonly string[],
): Suggestion | undefined {
  const asked = tr.getMeta(suggestionKey) as { [choose]: number } | typeof dismiss | undefined;
  if (asked === dismiss) return undefined;
  if (before !== undefined && asked !== undefined) return { ...before, chosen: asked[choose] };
  if (before !== undefined && !tr.docChanged && !tr.selectionSet) return before;
  const found = findTagStart(state);
  if (found === undefined) return undefined;
  const isSame = before !== undefined && tr.mapping.map(before.from, -1) === found.from;
  // Opens with the letter after the bracket. Once closed, it stays closed for this bracket.
  const isOpening = isTyping(tr) && Array.from(found.typed).length === 1;
  if (!isSame && !isOpening) return undefined;
  return { from: found.from, to: state.selection.head, names: suggestTags(found.typed, names), chosen: 0 };
}

/** Suggests tags while `[` and a letter are being typed. */
export function tagSuggestion(writer: TagWriter): Plugin<Suggestion | undefined> {
  return new Plugin<Suggestion | undefined>({
    key: suggestionKey,
    state: {
      init: () => undefined,
      apply: (tr, before, _, state) => next(tr, before, state, writer.getNames()),
    },
    props: {
      handleKeyDown(view, event) {
        const open = suggestionKey.getState(view.state);
        if (open === undefined || view.composing || event.isComposing || event.keyCode === 229) return false;
        if (event.ctrlKey || event.metaKey || event.altKey) return false;
        return handleKey(view, open, event, writer);
      },
      handleTextInput(view, _from, _to, text) {
        const open = suggestionKey.getState(view.state);
        if (open === undefined || text !== ']' || view.composing) return false;
        takeSuggestion(view, open, view.state.doc.textBetween(open.from + 1, open.to), writer);
        return true;
      },
      handleDOMEvents: {
        blur(view) {
          if (suggestionKey.getState(view.state) !== undefined) view.dispatch(dismissed(view.state));
          return false;
        },
      },
    },
  });
}

const dismissed = ({ tr }: EditorState): Transaction => tr.setMeta(suggestionKey, dismiss);

function handleKey(
  view: EditorView,
  open: Suggestion,
  { key, shiftKey }: KeyboardEvent,
  writer: TagWriter,
): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step !== undefined && !shiftKey) {
    const count = open.names.length;
    view.dispatch(view.state.tr.setMeta(suggestionKey, { [choose]: (open.chosen + step + count) % count }));
    return true;
  }
  if (key === 'Escape') {
    view.dispatch(dismissed(view.state));
    return true;
  }
  if ((key !== 'Enter' && key !== 'Tab') || shiftKey) return false;
  takeSuggestion(view, open, open.names[open.chosen] ?? '', writer);
  return true;
}

/** Replaces the typed text with the tag, unless the text has become read-only. One undo restores the typed text. */
export function takeSuggestion(
  view: Dispatcher,
  { from, to }: Suggestion,
  name: string,
  { write, onInserted }: Pick<TagWriter, 'write' | 'onInserted'>,
): void {
  const tag = write(name, from);
  if (tag === undefined) return;
  const { doc } = view.state;
  singleUndoStep(view, putTag(dismissed(view.state), from, to, tag, ''));
  if (view.state.doc === doc) view.dispatch(dismissed(view.state));
  else onInserted(tag);
}
