'use client';

import type { Editor } from '@tiptap/core';
import { createContext, use } from 'react';
import type { ShownRecognition } from '#components/shown-recognition';
import type { MachineWord } from '#lib/transcripts/model';
import type { Command } from './commands/command';
import type { Finder } from './find/finder';
import type { MenuStore } from './open-menu';
import type { Past } from './history/past';
import type { PanelId } from './panels';
import type { Player } from './player/player';
import type { Saving } from './saving/saving';
import type { EditorSettings } from './settings/editor-settings';
import type { LinkActions } from './share/links';
import type { Together } from './together/together';
import type { View } from './view';

/** The way somebody came in: as the job's owner, or by a share link. */
export interface Door {
  /** Where the editor's data is, such as `/editor/data/<job>`. */
  address: string;
  may: 'view' | 'edit';
  isOwner: boolean;
  jobId: string;
  jobName: string;
  /** The language that is spoken, as in the attribute `lang`, if it is known. */
  language?: string;
  /** How the recording was recognised; told to its owner alone, and not known of older jobs. */
  recognition?: ShownRecognition;
  /** Where the owner's other jobs are. */
  back: string | undefined;
  /** The owner's settings as they were kept, and what keeps them; without, they are kept in the browser. */
  accountSettings?: {
    kept: Readonly<Record<string, unknown>>;
    save: (part: Partial<EditorSettings>) => Promise<{ value: void } | { trouble: string }>;
  };
  /** What the owner can do with the job's share links. */
  links?: LinkActions;
}

/** All that the parts of an open editor share. */
export interface Room {
  door: Door;
  editor: Editor;
  /** The job's machine words, from which all times come. */
  words: readonly MachineWord[];
  saving: Saving;
  together: Together;
  player: Player;
  /** Where the video is shown, and the sound comes from. */
  media: HTMLVideoElement;
  commands: readonly Command[];
  run: (commandId: string) => void;
  /** Has a screen reader say this, politely. */
  announce: (text: string) => void;
  panel: PanelId | undefined;
  openPanel: (panel: PanelId | undefined) => void;
  view: View;
  /** What is open over the text. */
  menu: MenuStore;
  finder: Finder;
  /** The version or comparison that stands in place of the text. */
  past: Past | undefined;
  showPast: (past: Past | undefined) => void;
  settings: EditorSettings;
  changeSettings: (part: Partial<EditorSettings>) => void;
  /** Why the last change of them could not be kept, in words. */
  settingsTrouble: string | undefined;
}

const RoomContext = createContext<Room | undefined>(undefined);

/** Gives the room to all parts below it. */
export const RoomProvider = RoomContext;

/** The editor that this part belongs to. */
export function useRoom(): Room {
  const room = use(RoomContext);
  if (room === undefined) throw new Error('there is no editor around this part');
  return room;
}
