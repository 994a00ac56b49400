'use client';

import type { Editor } from '@tiptap/core';
import { createContext, use } from 'react';
import type { AnnouncementStore } from '#components/editor/announcements/announcement.ts';
import type { UndoOfferStore } from '#components/editor/announcements/undo-offer.ts';
import type { ActionResult } from '#components/ui/action-result.ts';
import { useStored, useStoredField } from '#components/ui/store.ts';
import type { RecognitionView } from '#components/recognition/recognition-view';
import type { DoubtfulSpeech } from '#lib/transcript/review/low-confidence';
import type { MachineWord } from '#lib/transcript/model';
import type { CommandShape } from '#components/editor/keyboard/command-shape.ts';
import type { Finder } from '#components/editor/find/finder.ts';
import type { OverlayStore } from '#components/editor/overlays/open-overlay.ts';
import type { OpenVersion, OpenVersionStore } from '#components/editor/history/open-version.ts';
import type { PaletteStore } from '#components/editor/keyboard/palette/open-palette.ts';
import type { PanelId, PanelStore } from '#components/editor/layout/open-panel.ts';
import type { PedalStore } from '#components/editor/player/pedal/pedal-store.ts';
import type { Player } from '#components/editor/player/player.ts';
import type { EditorClient } from '#components/editor/api/editor-client.ts';
import type { Sync } from '#components/editor/sync/sync.ts';
import type { EditorSettings } from '#components/editor/settings/editor-settings.ts';
import type { AccountSettings, SettingsStore } from '#components/editor/settings/settings-store.ts';
import type { LinkActions } from '#components/editor/share/links.ts';
import type { UploadActions } from '#components/editor/uploads/upload-actions.ts';
import type { Presence } from '#components/editor/presence/presence.ts';
import type { View, ViewStore } from '#components/editor/layout/view.ts';

/** Who opened the transcript, and what they may do. */
export interface TranscriptAccess {
  /** Where the editor's data is, such as `/editor/data/<job>`. */
  address: string;
  may: 'view' | 'edit';
  isOwner: boolean;
  /** Whether it is the transcript that came with the account. */
  isSample?: boolean;
  jobId: string;
  /** The name when the page was opened; `presence.jobName` is that of the moment. */
  jobName: string;
  /** The language that is spoken, as in the attribute `lang`, if it is known. */
  language?: string;
  /** Whether the recording is known to be a video. */
  isVideo?: boolean;
  /** How the recording was recognized; told to its owner alone, and not known of older jobs. */
  recognition?: RecognitionView;
  /** The doubtful speech that the recognition record lists. */
  speech?: DoubtfulSpeech;
  /** The display name of a guest who is signed in to an account of their own. */
  accountName?: string;
  /** For guests: the owner's name, which no other person goes by. */
  ownerName?: string;
  /** Where the transcripts of the person's own account are. */
  back: string | undefined;
  /** The owner's settings as they were kept, and what keeps them; without, they are kept in the browser. */
  accountSettings?: AccountSettings;
  /** Gives the job another name, for its owner; its value is the name as it is kept. */
  rename?: (jobId: string, name: string) => Promise<ActionResult<string>>;
  /** What the owner can do with recordings that are dropped on the editor. */
  uploads?: UploadActions;
  /** What the owner can do with the job's share links. */
  links?: LinkActions;
}

/**
 * All that the parts of an open editor share, made once and never again. What changes is in stores: functions read their
 * value at the moment, components subscribe to those that they show.
 */
export interface EditorServices extends EditorStores {
  access: TranscriptAccess;
  editor: Editor;
  /** The job's machine words, from which all times come. */
  words: readonly MachineWord[];
  /** Requests to the server about this transcript. */
  api: EditorClient;
  sync: Sync;
  presence: Presence;
  player: Player;
  /** Where the video is shown, and the sound comes from. */
  media: HTMLVideoElement;
  finder: Finder;
  commands: readonly CommandShape<EditorServices>[];
  run: (commandId: string) => void;
  /** Has a screen reader say this, politely. */
  announce: (text: string) => void;
}

/** What changes while an editor is open, each in a store of its own. */
export interface EditorStores {
  panel: PanelStore;
  view: ViewStore;
  palette: PaletteStore;
  /** What is open over the text. */
  overlay: OverlayStore;
  /** The version or comparison that stands in place of the text. */
  openVersion: OpenVersionStore;
  settings: SettingsStore;
  announcement: AnnouncementStore;
  /** What was done last and can be undone by a button. */
  undoOffer: UndoOfferStore;
  /** The foot pedals, where the browser has them. */
  pedal: PedalStore;
}

const ReactContext = createContext<EditorServices | undefined>(undefined);

/** Provides the services to all parts below it. */
export const EditorServicesProvider = ReactContext;

/** The services of the editor that this part belongs to. */
export function useEditorServices(): EditorServices {
  const services = use(ReactContext);
  if (services === undefined) throw new Error('there is no editor around this part');
  return services;
}

/** The panel that is open. */
export function useOpenPanel(): PanelId | undefined {
  return useStored(useEditorServices().panel);
}

/** How the transcript is shown. */
export function useView(): View {
  return useStored(useEditorServices().view);
}

/** The version or comparison that stands in place of the text. */
export function useOpenVersion(): OpenVersion | undefined {
  return useStored(useEditorServices().openVersion);
}

/** One of the person's settings. */
export function useSetting<Name extends keyof EditorSettings>(name: Name): EditorSettings[Name] {
  return useStoredField(useEditorServices().settings, name);
}

/** The transcript's name. */
export function useJobName(): string {
  return useStored(useEditorServices().presence.jobName);
}
