import * as texts from '#messages/editor/document';
import { Extension, type Editor } from '@tiptap/core';
import { UndoRedo } from '@tiptap/extensions/undo-redo';
import { useEditor } from '@tiptap/react';
import { formatTimeCode } from '#lib/transcript/text/time-code';
import { writeTag } from '#components/editor/tags/write-tag.ts';
import { timeAtCaret } from '#components/editor/times/time-at-caret.ts';
import type { MachineWord } from '#lib/transcript/model';
import type { EditorStores, TranscriptAccess } from '#components/editor/context.ts';
import type { LoadedTranscript } from '#components/editor/api/load-transcript.ts';
import styles from './document.module.css';
import { clipboard } from '#components/editor/document/clipboard/clipboard.ts';
import { expandSnippets } from '#components/editor/snippets/expand-snippets.ts';
import { documentKeys } from '#components/editor/document/caret/document-keys.ts';
import { readCaret } from '#components/editor/document/caret/read-caret.ts';
import { lineMeasure } from './line-measure';
import { monologueViews } from './monologue-view';
import { chunkPlugin } from '#components/editor/document/ranges/chunks.ts';
import { renderCaretPlugin } from '#components/editor/document/ranges/render-caret.ts';
import { repairPlugin } from '#components/editor/document/paragraphs/repair.ts';
import { readOnlyPlugin } from '#components/editor/sync/read-only.ts';
import { documentNonce } from '#components/ui/document-nonce.ts';
import { documentSchema } from './schema';
import { toDocument } from './to-document';
import { Plugin } from '@tiptap/pm/state';

type Stores = Pick<EditorStores, 'settings' | 'announce'>;

/** The Tiptap editor with the transcript; null until the page is mounted. */
export function useTranscriptDocument(
  access: TranscriptAccess,
  { words, edit }: LoadedTranscript,
  stores: Stores,
): Editor | null {
  return useEditor(
    {
      extensions: transcriptExtensions(access, words, stores),
      // Their keys reset monologues, their clipboard has no speakers, and nothing listens to their deletion events.
      enableCoreExtensions: { keymap: false, clipboardTextSerializer: false, delete: false },
      content: toDocument(edit),
      editable: access.may === 'edit',
      immediatelyRender: false,
      shouldRerenderOnTransaction: false,
      enableInputRules: false,
      enablePasteRules: false,
      injectCSS: true,
      injectNonce: documentNonce(),
      editorProps: {
        // The same margin that the page uses for the browser's own scrolling: some lines before and after the caret.
        scrollMargin: 64,
        attributes: {
          class: styles['document'] ?? '',
          // For screen readers, a read-only text is a group to read through, not a text box.
          ...(access.may === 'edit'
            ? { role: 'textbox', 'aria-multiline': 'true' }
            : { role: 'group', tabindex: '0' }),
          'aria-label': texts.label({ name: access.jobName }),
          translate: 'no',
          ...(access.language === undefined ? {} : { lang: access.language }),
        },
      },
    },
    [access.address],
  );
}

function transcriptExtensions(
  { jobId, language }: TranscriptAccess,
  words: readonly MachineWord[],
  { settings, announce }: Stores,
) {
  const { show, showSpeakers } = monologueViews(words);
  return [
    ...documentSchema(show),
    UndoRedo.configure({ newGroupDelay: 500, depth: 1000 }),
    documentKeys(settings, announce, language),
    clipboard({ jobId, words }),
    Extension.create({
      name: 'transcript',
      addProseMirrorPlugins() {
        return [
          readOnlyPlugin(() => this.editor.isEditable),
          freshSelection,
          repairPlugin(words),
          showSpeakers,
          chunkPlugin(),
          renderCaretPlugin(),
          lineMeasure(),
          expandSnippets({
            getSnippets: () => settings.get().snippets,
            writeTag: (name, at) =>
              writeTag(name, settings.get(), timeAtCaret(this.editor.state.doc, at, words)),
            writeTime: (at) => formatTimeCode(timeAtCaret(this.editor.state.doc, at, words), settings.get()),
          }),
        ];
      },
    }),
  ];
}

/**
 * Reads the caret before and after each command key, because browsers report its moves later, and on a busy machine
 * much later. Before: Enter after End would split at the old caret. After: ProseMirror resets a caret that an arrow
 * moved past a mark unless it learns of the move within 50 ms. The browser types letters itself and knows the caret.
 */
const freshSelection = new Plugin({
  view({ dom }) {
    const page = dom.ownerDocument.defaultView;
    const onKeyDown = (event: KeyboardEvent): void => {
      const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isLetter || event.isComposing || !dom.contains(dom.ownerDocument.activeElement)) return;
      readCaret({ dom });
      setTimeout(() => readCaret({ dom }));
    };
    // Runs before the commands' listener, which is on the document.
    page?.addEventListener('keydown', onKeyDown, { capture: true });
    return { destroy: () => page?.removeEventListener('keydown', onKeyDown, { capture: true }) };
  },
});
