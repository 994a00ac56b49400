'use client';

import { useEffect, type ReactNode, useMemo, useState } from 'react';
import { CommandPalette } from '#components/editor/keyboard/palette/command-palette';
import { useKeymap } from '#components/editor/keyboard/use-keyboard.ts';
import {
  EditorServicesProvider,
  useEditorServices,
  useOpenVersion,
  useSetting,
  type TranscriptAccess,
  type EditorServices,
} from '#components/editor/context.ts';
import { EditorBar } from './editor-bar';
import styles from './shell.module.css';
import { FindBar } from '#components/editor/find/find-bar';
import type { LoadedTranscript } from '#components/editor/api/load-transcript.ts';
import { VersionPane } from '#components/editor/history/version-pane';
import { PanelArea } from './panel-area';
import { Picture } from '#components/editor/player/picture/picture';
import { PlayerBar } from '#components/editor/player/player-bar';
import '#components/editor/player/playing-word/playing-word.css';
import {
  BasicEngineNotice,
  DoubtfulSpeechNotice,
  LeftOutTracksNotice,
} from '#components/editor/recognition/notices';
import { markPassages } from '#components/editor/review/mark-passages.ts';
import { ConflictList } from '#components/editor/sync/conflicts/conflict-list';
import { SyncNotice } from '#components/editor/sync/status/sync-notice';
import { DroppedRecordings } from '#components/editor/uploads/dropped-recordings';
import { GuestNotice } from '#components/editor/presence/people';
import { TextOrReading } from '#components/editor/reading/text-or-reading';
import { UndoNotice } from '#components/editor/announcements/undo-notice';
import { usePositionAnnouncements } from '#components/editor/announcements/use-position-announcements.ts';
import { useTextAttributes } from '#components/editor/document/use-text-attributes.ts';
import { Overlays } from '#components/editor/overlays/overlays';
import { useOverlayTriggers } from '#components/editor/overlays/use-overlay-triggers.ts';
import { VisuallyHidden } from '@mantine/core';
import { lazyPart } from '#components/ui/lazy-part';
import { useStored } from '#components/ui/store.ts';
import { useTranscriptDocument } from '#components/editor/document/use-transcript-document.ts';
import { useCreatedPlayer } from '#components/editor/player/use-created-player.ts';
import { useReadyMark, useSync } from '#components/editor/sync/use-sync.ts';
import { createServices, createStores } from '#components/editor/services/create-services.ts';

/* Needed for the sample transcript only. */
const SampleHints = lazyPart(
  async () => (await import('#components/editor/hints/sample-hints')).SampleHints,
  () => null,
);

/** The open editor: its bar, the text, the panel beside it and the player below. */
export function EditorShell({ access, loaded }: { access: TranscriptAccess; loaded: LoadedTranscript }) {
  const services = useCreatedServices(access, loaded);
  if (services === undefined) return null;
  return (
    <EditorServicesProvider value={services}>
      <Behavior />
      <div className={styles['shell']}>
        <EditorBar />
        <div className={styles['middle']}>
          <div className={styles['stage']}>
            <TextPage>
              <BasicEngineNotice />
              <LeftOutTracksNotice />
              <DoubtfulSpeechNotice />
              <GuestNotice />
              <ConflictList />
              <FindBar />
              <TextOrReading />
            </TextPage>
            <VersionPane />
            <UndoNotice />
          </div>
          <Picture />
          <PanelArea />
          <div className={styles['below']}>
            <SyncNotice />
            <DroppedRecordings />
          </div>
        </div>
        <PlayerBar />
        <Hints />
        <CommandPalette />
        <Overlays />
        <Announcements />
      </div>
    </EditorServicesProvider>
  );
}

/** The editor's effects. They are in a component that renders nothing, so that their state changes rerender nothing. */
function Behavior() {
  const services = useEditorServices();
  const { finder } = services;
  useOverlayTriggers();
  useEffect(() => finder.listen(), [finder]);
  useKeymap();
  useTextAttributes();
  usePositionAnnouncements();
  useEffect(() => markPassages(services), [services]);
  useUncertainMarks();
  return null;
}

/** Highlights uncertain words while that setting is on. */
function useUncertainMarks(): void {
  const services = useEditorServices();
  const isOn = useSetting('markUncertain');
  useEffect(() => {
    if (!isOn) return;
    let end: (() => void) | 'ended' | undefined;
    const begin = async (): Promise<void> => {
      const { markUncertain } = await import('#components/editor/review/mark-uncertain.ts');
      if (end !== 'ended') end = markUncertain(services);
    };
    // If the script fails to load, the text stays unmarked.
    void begin().catch(() => {});
    return () => {
      if (typeof end === 'function') end();
      end = 'ended';
    };
  }, [services, isOn]);
}

/** Shows the sample transcript's hints once. */
function Hints() {
  const { access } = useEditorServices();
  const areSeen = useSetting('hintsSeen');
  return access.isSample === true && !areSeen && <SampleHints />;
}

/** The scroll container of the text; inert while an earlier version covers it. */
function TextPage({ children }: { children: ReactNode }) {
  const isCovered = useOpenVersion() !== undefined;
  const textSize = useSetting('textSize');
  const textWidth = useSetting('textWidth');
  const lineSpacing = useSetting('lineSpacing');
  return (
    <main
      className={styles['page']}
      id="content"
      data-region="text"
      inert={isCovered}
      data-text-width={textWidth}
      data-line-spacing={lineSpacing}
      style={{ ['--text-size' as string]: textSize }}
    >
      {children}
    </main>
  );
}

/** A polite live region for screen readers. */
function Announcements() {
  const { text, number } = useStored(useEditorServices().announcement);
  return (
    <VisuallyHidden aria-live="polite">
      <span key={number}>{text}</span>
    </VisuallyHidden>
  );
}

/** Creates the editor's services once. Undefined until its document and sync session exist. */
function useCreatedServices(access: TranscriptAccess, loaded: LoadedTranscript): EditorServices | undefined {
  const [stores] = useState(() => createStores(access));
  const editor = useTranscriptDocument(access, loaded, stores);
  const owned = useSync(editor, access, loaded);
  const created = useCreatedPlayer(access, stores.settings, owned?.sync);
  useEffect(() => stores.settings.saveOnLeave(), [stores]);
  useReadyMark(owned?.sync);
  const { words } = loaded;
  return useMemo(
    () =>
      editor === null || owned === undefined
        ? undefined
        : createServices({ access, editor, words, ...owned, ...created, ...stores }),
    [access, editor, words, owned, created, stores],
  );
}
