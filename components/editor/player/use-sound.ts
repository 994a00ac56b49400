import { TextSelection } from '@tiptap/pm/state';
import { useEffect, useState } from 'react';
import { wordAt } from '#components/editor/document/timing.ts';
import { useEditorServices, useSetting, type EditorServices } from '#components/editor/context.ts';
import { handleMediaKeys } from './media-keys';
import { followWord, type Follow } from '#components/editor/player/playing-word/follow-word.ts';
import {
  parseRequestedTime,
  readPosition,
  trackPosition,
} from '#components/editor/player/position/remember-position.ts';
import { seekByPointer } from '#components/editor/player/timeline/seek-by-pointer.ts';
import { showPlayingWord } from '#components/editor/player/playing-word/show-playing-word.ts';

/** Ties the sound to the text: the playing word, following it, clicks that seek, and where to begin. */
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
    // It listens to the page, so that it can be made only here; the button is told of it once.
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

/**
 * Goes to the moment that the address asks for, caret and all, or else to where the recording was left. Returns an unsubscribe
 * function.
 */
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
  const word = requested === undefined ? undefined : wordAt(state.doc, requested, words);
  if (word === undefined) return nothing;
  view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, word.from)));
  if (sync.view().canEdit || access.may === 'view') {
    view.focus();
    return nothing;
  }
  // Until this tab has the transcript for its own there is no field that could have the caret.
  const unsubscribe = sync.subscribe(() => {
    if (!sync.view().canEdit) return;
    unsubscribe();
    view.focus();
  });
  return unsubscribe;
}
