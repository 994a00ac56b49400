import type { Editor } from '@tiptap/core';
import { UndoRedo } from '@tiptap/extensions';
import { useEditor } from '@tiptap/react';
import { documentTexts as texts } from '#components/texts/document';
import type { Door } from '../edit-room';
import type { Loaded } from '../load-transcript';
import styles from './document.module.css';
import { documentSchema } from './schema';
import { toDocument } from './to-document';

/** The Tiptap editor that holds the transcript; null until the page is there. */
export function useTranscriptDocument(door: Door, { words, edit }: Loaded): Editor | null {
  return useEditor(
    {
      extensions: [...documentSchema(words), UndoRedo.configure({ newGroupDelay: 500 })],
      content: toDocument(edit),
      editable: door.may === 'edit',
      immediatelyRender: false,
      shouldRerenderOnTransaction: false,
      enableInputRules: false,
      enablePasteRules: false,
      injectCSS: true,
      editorProps: {
        attributes: {
          class: styles['document'] ?? '',
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': texts.name(door.jobName),
          'aria-description': texts.help,
          translate: 'no',
        },
      },
    },
    [door.address],
  );
}
