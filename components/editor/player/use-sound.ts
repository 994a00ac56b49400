import { TextSelection } from '@tiptap/pm/state';
import { useEffect, useState } from 'react';
import { wordAt } from '#components/editor/document/timing.ts';
import { useEditorServices, useSetting, type EditorServices } from '#components/editor/context.ts';
import { followWord, type Follow } from '#components/editor/player/playing-word/follow-word.ts';
import {
  parseRequestedTime,
  readPosition,
  trackPosition,
} from '#components/editor/player/position/remember-position.ts';
import { seekByPointer } from '#components/editor/player/timeline/seek-by-pointer.ts';
import { showPlayingWord } from '#components/editor/player/playing-word/show-playing-word.ts';
import type { ReadableStore } from '#components/ui/store.ts';
import type { Player } from './player';

/** Connects playback to the text: the playing word, scrolling, clicks that seek, and the start position. */
export function useSound(): Follow | undefined {
  const { access, editor, words, player, sync, settings, presence } = useEditorServices();
  const [follow, setFollow] = useState<Follow>();
  const isFollowing = useSetting('follow');

  useEffect(() => {
    const made = followWord(editor, player);
    const ends = [
      begin({ access, editor, words, player, sync }),
      made.end,
      showPlayingWord({ editor, words, player }, made.onWord),
      seekByPointer({ editor, words, player }, () => settings.get().seekOnClick),
      trackPosition(access.jobId, player),
      presence.onMedia(player.checkMedia),
      handleMediaKeys(player, {
        title: presence.jobName,
        skipMs: () => settings.get().skipSeconds * 1000,
      }),
    ];
    // It listens to the page, so it can only be created in an effect. The state is set once.
    // oxlint-disable-next-line react/set-state-in-effect
    setFollow(made);
    return () => {
      for (const end of ends) end();
    };
  }, [access, editor, words, player, sync, settings, presence]);
  useEffect(() => {
    follow?.setEnabled(isFollowing);
  }, [follow, isFollowing]);
  return follow;
}

/** Goes to the URL's time (and focuses it), else to the last position. Returns an unsubscribe function. */
function begin({
  access,
  editor,
  words,
  player,
  sync,
}: Pick<EditorServices, 'access' | 'editor' | 'words' | 'player' | 'sync'>): () => void {
  const nothing = (): void => {};
  const requested = parseRequestedTime(location.search);
  const ms = requested ?? readPosition(access.jobId);
  if (ms === undefined) return nothing;
  player.seek(ms);
  const { view, state } = editor;
  const word = wordAt(state.doc, ms, words);
  if (word === undefined) return nothing;
  view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, word.from)));
  if (requested === undefined) return nothing;
  if (sync.view().canEdit || access.may === 'view') {
    view.focus();
    return nothing;
  }
  // The text can't take the caret before this tab can edit.
  const unsubscribe = sync.subscribe(() => {
    if (!sync.view().canEdit) return;
    unsubscribe();
    view.focus();
  });
  return unsubscribe;
}

/** Handles media keys of headsets, keyboards and lock screens. Returns an unsubscribe function. */
function handleMediaKeys(
  player: Player,
  { title, skipMs }: { title: ReadableStore<string>; skipMs: () => number },
): () => void {
  if (!('mediaSession' in navigator)) return () => {};
  const { mediaSession } = navigator;
  const showTitle = (): void => void (mediaSession.metadata = new MediaMetadata({ title: title.get() }));
  showTitle();
  const unsubscribe = title.subscribe(showTitle);
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => player.play(),
    pause: () => player.pause(),
    seekbackward: ({ seekOffset }) => player.skip(-(seekOffset ? seekOffset * 1000 : skipMs())),
    seekforward: ({ seekOffset }) => player.skip(seekOffset ? seekOffset * 1000 : skipMs()),
    previoustrack: () => player.skip(-skipMs()),
    nexttrack: () => player.skip(skipMs()),
    seekto: ({ seekTime }) => player.seek((seekTime ?? 0) * 1000),
  };
  const set = (action: MediaSessionAction, handler: MediaSessionActionHandler | null): void => {
    try {
      mediaSession.setActionHandler(action, handler);
    } catch {
      // Browsers throw on actions that they don't support.
    }
  };
  for (const [action, handler] of Object.entries(handlers)) set(action as MediaSessionAction, handler);
  return () => {
    unsubscribe();
    mediaSession.metadata = null;
    for (const action of Object.keys(handlers)) set(action as MediaSessionAction, null);
  };
}
