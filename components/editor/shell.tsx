'use client';

import * as texts from '#messages/editor/document';
import { VisuallyHidden } from '@mantine/core';
import { useMemo, useState } from 'react';
import { allCommands } from '#components/editor/keyboard/all-commands.ts';
import { CommandPalette } from '#components/editor/keyboard/palette/command-palette';
import { isEnabledIn } from '#components/editor/keyboard/is-enabled.ts';
import { useKeymap } from '#components/editor/keyboard/use-keymap.ts';
import { EditorContextProvider, type TranscriptAccess, type EditorContext } from './context';
import { EditorBar } from '#components/editor/layout/editor-bar';
import styles from './shell.module.css';
import { FindBar } from '#components/editor/find/find-bar';
import type { LoadedTranscript } from '#components/editor/api/load-transcript.ts';
import { VersionPane } from '#components/editor/history/version-pane';
import { useOpenVersion } from '#components/editor/history/use-open-version.ts';
import { PanelArea } from '#components/editor/layout/panel-area';
import type { PanelId } from '#components/editor/layout/panel-id.ts';
import { PlayerBar } from '#components/editor/player/player-bar';
import './player/playing-word/playing-word.css';
import { useCreatedPlayer } from '#components/editor/player/use-created-player.ts';
import { BasicEngineNotice } from '#components/editor/recognition/basic-engine-notice';
import { useEditorSettings } from '#components/editor/settings/use-editor-settings.ts';
import { ConflictList } from '#components/editor/sync/conflicts/conflict-list';
import { SyncNotice } from '#components/editor/sync/status/sync-notice';
import { useSync } from '#components/editor/sync/use-sync.ts';
import { GuestName } from '#components/editor/presence/people';
import { TextOrReading } from '#components/editor/reading/text-or-reading';
import { useAnnouncement } from '#components/editor/announcements/use-announcement';
import { usePositionAnnouncements } from '#components/editor/announcements/use-position-announcements.ts';
import { useTextAttributes } from '#components/editor/document/use-text-attributes.ts';
import { useTranscriptDocument } from '#components/editor/document/use-transcript-document.ts';
import { useReadyMark } from '#components/editor/sync/status/use-ready-mark.ts';
import { useView } from '#components/editor/layout/view.ts';
import { Overlays } from '#components/editor/overlays/overlays';
import { useOverlayContext } from '#components/editor/overlays/overlay-context.ts';

/** The open editor: its bar, the text, the panel beside it and the player below. */
export function EditorShell({ access, loaded }: { access: TranscriptAccess; loaded: LoadedTranscript }) {
  const editor = useTranscriptDocument(access, loaded);
  const owned = useSync(editor, access, loaded);
  const [panel, openPanel] = useState<PanelId>();
  const { openVersion, showVersion } = useOpenVersion(openPanel);
  const view = useView();
  const { announcement, announce } = useAnnouncement();
  const { settings, changeSettings, settingsError } = useEditorSettings(access);
  const { player, media } = useCreatedPlayer(access, settings);
  useReadyMark(owned?.sync);
  const overlays = useOverlayContext(editor, announce);
  const context = useMemo(() => {
    if (editor === null || owned === undefined || overlays === undefined) return undefined;
    const made: EditorContext = {
      access,
      editor,
      ...owned,
      words: loaded.words,
      player,
      media,
      commands: allCommands,
      run: (id) => {
        const command = allCommands.find((command) => command.id === id);
        if (command !== undefined && isEnabledIn(made, command)) command.run(made);
      },
      announce,
      panel,
      openPanel,
      openVersion,
      showVersion,
      view,
      ...overlays,
      settings,
      changeSettings,
      settingsError,
    };
    return made;
  }, [
    access,
    editor,
    owned,
    loaded.words,
    player,
    media,
    announce,
    panel,
    openVersion,
    showVersion,
    view,
    overlays,
    settings,
    changeSettings,
    settingsError,
  ]);
  useKeymap(context);
  useTextAttributes(context);
  usePositionAnnouncements(context);
  if (context === undefined) return null;
  return (
    <EditorContextProvider value={context}>
      <div className={styles['shell']}>
        <EditorBar />
        <div className={styles['middle']}>
          <div className={styles['stage']}>
            <main
              className={styles['page']}
              id="content"
              data-region="text"
              inert={openVersion !== undefined}
              style={{ ['--text-size' as string]: settings.textSize }}
            >
              {access.may === 'view' && <p className={styles['notice']}>{texts.viewOnly()}</p>}
              <SyncNotice />
              <BasicEngineNotice />
              <GuestName />
              <ConflictList />
              <FindBar />
              <TextOrReading />
            </main>
            <VersionPane />
          </div>
          <PanelArea />
        </div>
        <PlayerBar />
        <CommandPalette />
        <Overlays />
        <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
      </div>
    </EditorContextProvider>
  );
}
