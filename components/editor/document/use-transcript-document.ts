import * as texts from '#messages/editor/document';
import { Extension, type Editor } from '@tiptap/core';
import { UndoRedo } from '@tiptap/extensions/undo-redo';
import { useEditor } from '@tiptap/react';
import type { MachineWord } from '#lib/transcript/model';
import type { EditorStores, TranscriptAccess } from '#components/editor/context.ts';
import type { LoadedTranscript } from '#components/editor/api/load-transcript.ts';
import { announceIn } from '#components/editor/announcements/announcement.ts';
import styles from './document.module.css';
import { clipboard } from '#components/editor/document/clipboard/clipboard.ts';
import { expandSnippets } from '#components/editor/snippets/expand-snippets.ts';
import { documentKeys } from '#components/editor/document/caret/document-keys.ts';
import { freshSelection } from '#components/editor/document/caret/fresh-selection.ts';
import { lineMeasure } from './line-measure';
import { monologueViews } from './monologue-view';
import { chunkPlugin } from '#components/editor/document/ranges/chunks.ts';
import { renderCaretPlugin } from '#components/editor/document/ranges/render-caret.ts';
import { repairPlugin } from '#components/editor/document/paragraphs/repair.ts';
import { readOnlyPlugin } from '#components/editor/sync/read-only.ts';
import { documentNonce } from '#components/ui/document-nonce.ts';
import { documentSchema } from './schema';
import { toDocument } from './to-document';

type Stores = Pick<EditorStores, 'settings' | 'announcement'>;

/** The Tiptap editor that holds the transcript; null until the page is there. */
export function useTranscriptDocument(
  access: TranscriptAccess,
  { words, edit }: LoadedTranscript,
  stores: Stores,
): Editor | null {
  return useEditor(
    {
      extensions: transcriptExtensions(access, words, stores),
      // Their keys reset monologues, their clipboard knows no speakers, and nothing listens to their events on deletion.
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
        // As much as the page keeps when the browser scrolls it for the caret: lines to read before and behind it.
        scrollMargin: 64,
        attributes: {
          class: styles['document'] ?? '',
          // What nobody can type in is no field: it is a part of the page that can be gone through.
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
  { settings, announcement }: Stores,
) {
  const { show, showSpeakers } = monologueViews(words);
  return [
    ...documentSchema(show),
    UndoRedo.configure({ newGroupDelay: 500, depth: 1000 }),
    documentKeys(settings, (text) => announceIn(announcement, text), language),
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
          expandSnippets(() => settings.get().snippets),
        ];
      },
    }),
  ];
}
