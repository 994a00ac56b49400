import { readCaret } from '#components/editor/document/caret/read-caret.ts';
import type { Editor } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** Highlights one document range, or none. */
export interface WordPainter {
  paint(word: { from: number; to: number } | undefined): void;
  end(): void;
}

const name = 'playing-word';

/** Uses the CSS Custom Highlight API, which leaves the DOM unchanged, or a decoration as a fallback. */
export function wordPainter(editor: Editor): WordPainter {
  return globalThis.CSS?.highlights === undefined ? decorating(editor) : highlighting(editor);
}

function highlighting(editor: Editor): WordPainter {
  const range = document.createRange();
  const highlight = new Highlight();
  CSS.highlights.set(name, highlight);
  return {
    paint(word) {
      if (word === undefined) return highlight.clear();
      const start = editor.view.domAtPos(word.from, 1);
      const end = editor.view.domAtPos(word.to, -1);
      range.setStart(start.node, start.offset);
      range.setEnd(end.node, end.offset);
      highlight.add(range);
    },
    end() {
      if (CSS.highlights.get(name) === highlight) CSS.highlights.delete(name);
    },
  };
}

const key = new PluginKey<DecorationSet>(name);

function decorating(editor: Editor): WordPainter {
  editor.registerPlugin(
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply(transaction, shown) {
          const word = transaction.getMeta(key) as { from: number; to: number } | null | undefined;
          if (word === undefined) return shown.map(transaction.mapping, transaction.doc);
          if (word === null) return DecorationSet.empty;
          return DecorationSet.create(transaction.doc, [
            Decoration.inline(word.from, word.to, { class: name }),
          ]);
        },
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  );
  return {
    paint(word) {
      readCaret(editor.view);
      editor.view.dispatch(editor.state.tr.setMeta(key, word ?? null).setMeta('addToHistory', false));
    },
    end: () => void (editor.isDestroyed || editor.unregisterPlugin(key)),
  };
}
