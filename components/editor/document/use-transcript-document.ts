import { Extension, type Editor } from '@tiptap/core';
import { UndoRedo } from '@tiptap/extensions';
import { useEditor } from '@tiptap/react';
import { documentTexts as texts } from '#components/texts/document';
import type { MachineWord } from '#lib/transcripts/model';
import type { Door } from '../edit-room';
import type { Loaded } from '../load-transcript';
import styles from './document.module.css';
import { clipboard } from './clipboard';
import { documentKeys } from './document-keys';
import { freshSelection } from './fresh-selection';
import { lineMeasure } from './line-measure';
import { monologueViews } from './monologue-view';
import { inParts } from './parts';
import { repairPlugin } from './repair';
import { documentSchema } from './schema';
import { toDocument } from './to-document';

/** The Tiptap editor that holds the transcript; null until the page is there. */
export function useTranscriptDocument(door: Door, { words, edit }: Loaded): Editor | null {
  return useEditor(
    {
      extensions: transcriptExtensions(door, words),
      // Their keys reset monologues, their clipboard knows no speakers, and nobody hears what tells of deletions.
      enableCoreExtensions: { keymap: false, clipboardTextSerializer: false, delete: false },
      content: toDocument(edit),
      editable: door.may === 'edit',
      immediatelyRender: false,
      shouldRerenderOnTransaction: false,
      enableInputRules: false,
      enablePasteRules: false,
      injectCSS: true,
      editorProps: {
        // As much as the page keeps when the browser scrolls it for the caret: lines to read before and behind it.
        scrollMargin: 64,
        attributes: {
          class: styles['document'] ?? '',
          // What nobody can type in is no field: it is a part of the page that can be gone through.
          ...(door.may === 'edit'
            ? { role: 'textbox', 'aria-multiline': 'true' }
            : { role: 'group', tabindex: '0' }),
          'aria-label': texts.name(door.jobName),
          translate: 'no',
          ...(door.language === undefined ? {} : { lang: door.language }),
        },
      },
    },
    [door.address],
  );
}

function transcriptExtensions({ jobId }: Door, words: readonly MachineWord[]) {
  const { show, showSpeakers } = monologueViews(words);
  return [
    ...documentSchema(show),
    UndoRedo.configure({ newGroupDelay: 500, depth: 1000 }),
    documentKeys,
    clipboard({ jobId, words }),
    Extension.create({
      name: 'transcript',
      addProseMirrorPlugins: () => [
        freshSelection,
        repairPlugin(words),
        showSpeakers,
        inParts(),
        lineMeasure(),
      ],
    }),
  ];
}
