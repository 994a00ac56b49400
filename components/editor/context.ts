'use client';

import type { Editor } from '@tiptap/core';
import { createContext, use } from 'react';
import type { ActionResult } from '#components/ui/action-result.ts';
import { useStored, useStoredField, type Store } from '#components/ui/store.ts';
import type { UndoOffer } from '#components/editor/announcements/undo-offer.ts';
import type { ImportPreview } from '#components/editor/history/import/previewed.ts';
import type { ListedRevision } from '#components/editor/history/listed-revision.ts';
import type { PedalConnection } from '#components/editor/player/pedal/connect-pedal.ts';
import type { View } from '#components/editor/reading/view.ts';
import type { Scope } from '#components/editor/speakers/assign-speaker.ts';
import type { AgainActions, AgainPart } from '#components/recognition/again/again-choices.ts';
import type { RecognitionView } from '#components/recognition/recognition-view';
import type { DoubtfulSpeech } from '#lib/transcript/review/low-confidence';
import type { MachineWord } from '#lib/transcript/model';
import type { Finder } from '#components/editor/find/finder.ts';
import type { Player } from '#components/editor/player/player.ts';
import type { EditorClient } from '#components/editor/api/editor-client.ts';
import type { Sync } from '#components/editor/sync/sync.ts';
import type { EditorSettings } from '#components/editor/settings/editor-settings.ts';
import type { AccountSettings, SettingsStore } from '#components/editor/settings/settings-store.ts';
import type { LinkActions } from '#components/editor/share/links.ts';
import type { UploadWork } from '#components/uploads/uploads-store.ts';
import type { Presence } from '#components/editor/presence/presence.ts';

/** The owner's actions for recordings dropped on the editor. */
export interface UploadActions extends Pick<UploadWork, 'measure'> {
  readTerms: () => Promise<ActionResult<Pick<UploadWork, 'maxBytes'>>>;
}

/** The person who opened the transcript, and their permission. */
export interface TranscriptAccess {
  /** The base path of the editor's data, such as `/editor/data/<job>`. */
  address: string;
  may: 'view' | 'edit';
  isOwner: boolean;
  /** True for the sample transcript that comes with each account. */
  isSample?: boolean;
  jobId: string;
  /** The name at page load; `presence.jobName` is the current one. */
  jobName: string;
  /** The spoken language as a `lang` attribute, if known. */
  language?: string;
  /** True if the recording is known to be a video. */
  isVideo?: boolean;
  /** The recognition record; only for the owner, and unknown for older jobs. */
  recognition?: RecognitionView;
  /** The doubtful speech that the recognition record lists. */
  speech?: DoubtfulSpeech;
  /** The display name of a guest who is signed in to an account of their own. */
  accountName?: string;
  /** For guests: the owner's name, which nobody else can use. */
  ownerName?: string;
  /** The label of the link to the person's own transcripts; undefined without an account. */
  back: string | undefined;
  /** The owner's stored settings and the action that saves them. Without it, the browser stores the settings. */
  accountSettings?: AccountSettings;
  /** Renames the job, for its owner. Returns the stored name. */
  rename?: (jobId: string, name: string) => Promise<ActionResult<string>>;
  /** The owner's actions for recordings dropped on the editor. */
  uploads?: UploadActions;
  /** The owner's actions to have a kept recording recognized again. */
  again?: AgainActions & { cancel: (jobId: string) => Promise<ActionResult<'canceled' | 'too-late'>> };
  /** The owner's actions for share links. */
  links?: LinkActions;
}

/** Everything that the parts of an open editor share, created once. Mutable state is in stores. */
export interface EditorServices extends EditorStores {
  access: TranscriptAccess;
  editor: Editor;
  /** The job's machine words, the source of all times. The list grows in place when words are added to the job. */
  words: readonly MachineWord[];
  /** Requests to the server about this transcript. */
  api: EditorClient;
  sync: Sync;
  presence: Presence;
  player: Player;
  /** The element that plays the recording. */
  media: HTMLVideoElement;
  finder: Finder;
  commands: readonly Command[];
  run: (commandId: string) => void;
}

/** The state of an open editor, one store per part. */
export interface EditorStores {
  /** The panel that is open beside the text. */
  panel: Store<PanelId | undefined>;
  view: Store<View>;
  /** The command palette while it is open, with the element that had the focus before. */
  palette: Store<{ before: Element | null } | undefined>;
  /** The open menu or dialog over the text; at most one. */
  overlay: Store<OpenOverlay | undefined>;
  /** The version or comparison shown in place of the text. */
  openVersion: Store<OpenVersion | undefined>;
  settings: SettingsStore;
  /** The last announcement for screen readers. `number` increments so that a repeated text is announced again. */
  announcement: Store<{ text: string; number: number }>;
  /** Announces a text to screen readers, politely. */
  announce: (text: string) => void;
  /** The last action, if a button can undo it. */
  undoOffer: Store<UndoOffer | undefined>;
  /** The connection to foot pedals; undefined if the browser supports none. */
  pedal: Store<PedalConnection | undefined>;
}

/** The panels beside the transcript. */
export type PanelId = 'history' | 'review' | 'share' | 'export' | 'shortcuts' | 'settings';

/** A menu or dialog over the text. */
export type OpenOverlay =
  | { kind: 'speakers'; scope: Scope }
  /** `rename`: the speaker whose name gets the focus; `assign`: the scope that an added speaker is assigned to. */
  | { kind: 'speakers-dialog'; rename?: number; assign?: Scope }
  /** `at`: the position of the tag to change; without it, a new tag is inserted. */
  | { kind: 'tags'; at?: number }
  | { kind: 'tag-text'; at?: number }
  | { kind: 'record' }
  | { kind: 'go-to-time' }
  | { kind: 'rename' }
  | { kind: 'snippets' }
  | { kind: 'again'; part: AgainPart }
  /** `file`: the file dropped on the text. */
  | { kind: 'import'; file?: File };

/** A version to read, two versions to compare, by number, or a file to import. */
export type OpenVersion =
  | { kind: 'version'; revision: ListedRevision }
  | { kind: 'comparison'; before: number; after: number }
  | { kind: 'import'; preview: ImportPreview };

/** The groups in which commands are listed. */
export type CommandGroup = 'sound' | 'text' | 'speakers' | 'tags' | 'review' | 'document' | 'view' | 'help';

/** An action in the editor, run by key, from the palette or by a button. */
export interface Command {
  /** Stable: custom shortcuts are stored under it. */
  id: string;
  /** Its name in the reader's language. */
  title: () => string;
  /** Synonyms that the palette also finds it by. */
  keywords?: () => string;
  group: CommandGroup;
  /** The default keys by `KeyboardEvent.code`, such as `Mod+Shift+KeyP`, `Mod` being Ctrl or ⌘; `Escape Tab` is a sequence. */
  keys: readonly string[];
  /** Fixed keys at the caret, shown with the others. */
  caretKeys?: readonly string[];
  run(services: EditorServices): void;
  /** Called on key release, for commands that last while a key is held. `run` is then called once per press. */
  release?(services: EditorServices): void;
  /** True if the command is available now. Without it, the command always is. */
  isEnabled?(services: EditorServices): boolean;
  /** True if it changes the transcript, so it isn't offered to view-only guests. */
  edits?: boolean;
}

const ReactContext = createContext<EditorServices | undefined>(undefined);

/** Provides the services to the components below it. */
export const EditorServicesProvider = ReactContext;

/** Returns the services of the enclosing editor. */
export function useEditorServices(): EditorServices {
  const services = use(ReactContext);
  if (services === undefined) throw new Error('there is no editor around this part');
  return services;
}

/** The panel that is open. */
export function useOpenPanel(): PanelId | undefined {
  return useStored(useEditorServices().panel);
}

/** The current view of the transcript. */
export function useView(): View {
  return useStored(useEditorServices().view);
}

/** The version or comparison shown in place of the text. */
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
