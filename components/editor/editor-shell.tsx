'use client';

import { VisuallyHidden } from '@mantine/core';
import { useMemo, useState } from 'react';
import { documentTexts as texts } from '#components/texts/document';
import { allCommands } from './commands/all-commands';
import { CommandPalette } from './commands/command-palette';
import { isPossibleIn } from './commands/is-possible';
import { useKeymap } from './commands/use-keymap';
import { RoomProvider, type Door, type Room } from './edit-room';
import { EditorBar } from './editor-bar';
import styles from './editor-shell.module.css';
import { FindBar } from './find/find-bar';
import type { Loaded } from './load-transcript';
import { PastPlace } from './history/past-place';
import { usePast } from './history/use-past';
import { PanelPlace } from './panel-place';
import type { PanelId } from './panels';
import { PlayerBar } from './player/player-bar';
import './player/playing-word.css';
import { useOwnedPlayer } from './player/use-owned-player';
import { BasicEngineNotice } from './record/basic-engine-notice';
import { useEditorSettings } from './settings/use-editor-settings';
import { LeftoverList } from './saving/leftover-list';
import { SavingNotice } from './saving/saving-notice';
import { useOwnedSaving } from './saving/use-owned-saving';
import { GuestName } from './together/people';
import { TextOrReading } from './reading/text-or-reading';
import { useAnnouncement } from './announcing/use-announcement';
import { usePlaceAnnouncements } from './announcing/use-place-announcements';
import { useTextAttributes } from './document/use-text-attributes';
import { useTranscriptDocument } from './document/use-transcript-document';
import { useReadyMark } from './saving/use-ready-mark';
import { useView } from './view';
import { WordLayers } from './word-layers';
import { useWordTools } from './word-tools';

/** The open editor: its bar, the text, the panel beside it and the player below. */
export function EditorShell({ door, loaded }: { door: Door; loaded: Loaded }) {
  const editor = useTranscriptDocument(door, loaded);
  const owned = useOwnedSaving(editor, door, loaded);
  const [panel, openPanel] = useState<PanelId>();
  const { past, showPast } = usePast(openPanel);
  const view = useView();
  const { announcement, announce } = useAnnouncement();
  const { settings, changeSettings, settingsTrouble } = useEditorSettings(door);
  const { player, media } = useOwnedPlayer(door, settings);
  useReadyMark(owned?.saving);
  const tools = useWordTools(editor, announce);
  const room = useMemo(() => {
    if (editor === null || owned === undefined || tools === undefined) return undefined;
    const made: Room = {
      door,
      editor,
      ...owned,
      words: loaded.words,
      player,
      media,
      commands: allCommands,
      run: (id) => {
        const command = allCommands.find((one) => one.id === id);
        if (command !== undefined && isPossibleIn(made, command)) command.run(made);
      },
      announce,
      panel,
      openPanel,
      past,
      showPast,
      view,
      ...tools,
      settings,
      changeSettings,
      settingsTrouble,
    };
    return made;
  }, [
    door,
    editor,
    owned,
    loaded.words,
    player,
    media,
    announce,
    panel,
    past,
    showPast,
    view,
    tools,
    settings,
    changeSettings,
    settingsTrouble,
  ]);
  useKeymap(room);
  useTextAttributes(room);
  usePlaceAnnouncements(room);
  if (room === undefined) return null;
  return (
    <RoomProvider value={room}>
      <div className={styles['shell']}>
        <EditorBar />
        <div className={styles['middle']}>
          <div className={styles['stage']}>
            <main
              className={styles['page']}
              id="content"
              data-region="text"
              inert={past !== undefined}
              style={{ ['--text-size' as string]: settings.textSize }}
            >
              {door.may === 'view' && <p className={styles['notice']}>{texts.viewOnly}</p>}
              <SavingNotice />
              <BasicEngineNotice />
              <GuestName />
              <LeftoverList />
              <FindBar />
              <TextOrReading />
            </main>
            <PastPlace />
          </div>
          <PanelPlace />
        </div>
        <PlayerBar />
        <CommandPalette />
        <WordLayers />
        <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
      </div>
    </RoomProvider>
  );
}
