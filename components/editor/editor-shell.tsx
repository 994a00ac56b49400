'use client';

import { EditorContent } from '@tiptap/react';
import { useMemo, useState } from 'react';
import { documentTexts as texts } from '#components/texts/document';
import { allCommands } from './commands/all-commands';
import { RoomProvider, type Door, type Room } from './edit-room';
import { EditorBar } from './editor-bar';
import styles from './editor-shell.module.css';
import type { Loaded } from './load-transcript';
import { PanelPlace } from './panel-place';
import type { PanelId } from './panels';
import { useOwnedPlayer } from './player/use-owned-player';
import { useEditorSettings } from './settings/use-editor-settings';
import { useDocumentLook, useTranscriptDocument } from './document/use-transcript-document';

/** The open editor: its bar, the text, the panel beside it and the player below. */
export function EditorShell({ door, loaded }: { door: Door; loaded: Loaded }) {
  const editor = useTranscriptDocument(door, loaded);
  const { player, media } = useOwnedPlayer();
  const [panel, openPanel] = useState<PanelId>();
  const [announcement, announce] = useState('');
  const { settings, changeSettings } = useEditorSettings();
  useDocumentLook(editor, settings.spellcheck);
  const room = useMemo(() => {
    if (editor === null) return undefined;
    const made: Room = {
      door,
      editor,
      words: loaded.words,
      player,
      media,
      commands: allCommands,
      run: (id) => {
        const command = allCommands.find((one) => one.id === id);
        if (command !== undefined && (command.isPossible?.(made) ?? true)) command.run(made);
      },
      announce,
      panel,
      openPanel,
      settings,
      changeSettings,
    };
    return made;
  }, [door, editor, loaded.words, player, media, panel, settings, changeSettings]);
  if (room === undefined) return null;
  return (
    <RoomProvider value={room}>
      <div className={styles['shell']}>
        <EditorBar />
        <div className={styles['middle']}>
          <main className={styles['page']} id="content">
            {door.may === 'view' && <p className={styles['notice']}>{texts.viewOnly}</p>}
            <EditorContent editor={editor} />
          </main>
          <PanelPlace />
        </div>
        <div className={styles['said']} aria-live="polite">
          {announcement}
        </div>
      </div>
    </RoomProvider>
  );
}
