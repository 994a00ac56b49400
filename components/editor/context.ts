'use client';

import type { ActionResult } from '#components/ui/action-result.ts';
import type { Editor } from '@tiptap/core';
import { createContext, use } from 'react';
import type { RecognitionView } from '#components/recognition/recognition-view';
import type { MachineWord } from '#lib/transcript/model';
import type { CommandShape } from '#components/editor/keyboard/command-shape.ts';
import type { Finder } from '#components/editor/find/finder.ts';
import type { OverlayStore } from '#components/editor/overlays/open-overlay.ts';
import type { OpenVersion } from '#components/editor/history/open-version.ts';
import type { PanelId } from '#components/editor/layout/panel-id.ts';
import type { Player } from '#components/editor/player/player.ts';
import type { Sync } from '#components/editor/sync/sync.ts';
import type { EditorSettings } from '#components/editor/settings/editor-settings.ts';
import type { LinkActions } from '#components/editor/share/links.ts';
import type { Presence } from '#components/editor/presence/presence.ts';
import type { View } from '#components/editor/layout/view.ts';

/** Who opened the transcript, and what they may do. */
export interface TranscriptAccess {
  /** Where the editor's data is, such as `/editor/data/<job>`. */
  address: string;
  may: 'view' | 'edit';
  isOwner: boolean;
  jobId: string;
  jobName: string;
  /** The language that is spoken, as in the attribute `lang`, if it is known. */
  language?: string;
  /** How the recording was recognised; told to its owner alone, and not known of older jobs. */
  recognition?: RecognitionView;
  /** Where the owner's other jobs are. */
  back: string | undefined;
  /** The owner's settings as they were kept, and what keeps them; without, they are kept in the browser. */
  accountSettings?: {
    stored: Readonly<Record<string, unknown>>;
    save: (part: Partial<EditorSettings>) => Promise<ActionResult<void>>;
  };
  /** What the owner can do with the job's share links. */
  links?: LinkActions;
}

/** All that the parts of an open editor share. */
export interface EditorContext {
  access: TranscriptAccess;
  editor: Editor;
  /** The job's machine words, from which all times come. */
  words: readonly MachineWord[];
  sync: Sync;
  presence: Presence;
  player: Player;
  /** Where the video is shown, and the sound comes from. */
  media: HTMLVideoElement;
  commands: readonly CommandShape<EditorContext>[];
  run: (commandId: string) => void;
  /** Has a screen reader say this, politely. */
  announce: (text: string) => void;
  panel: PanelId | undefined;
  openPanel: (panel: PanelId | undefined) => void;
  view: View;
  /** What is open over the text. */
  overlay: OverlayStore;
  finder: Finder;
  /** The version or comparison that stands in place of the text. */
  openVersion: OpenVersion | undefined;
  showVersion: (openVersion: OpenVersion | undefined) => void;
  settings: EditorSettings;
  changeSettings: (part: Partial<EditorSettings>) => void;
  /** Why the last change of them could not be kept, in words. */
  settingsError: string | undefined;
}

const ReactContext = createContext<EditorContext | undefined>(undefined);

/** Provides the context to all parts below it. */
export const EditorContextProvider = ReactContext;

/** The editor that this part belongs to. */
export function useEditorContext(): EditorContext {
  const context = use(ReactContext);
  if (context === undefined) throw new Error('there is no editor around this part');
  return context;
}
