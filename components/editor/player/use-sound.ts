import { TextSelection } from '@tiptap/pm/state';
import { useEffect, useRef, useState } from 'react';
import { wordAt } from '../document/timing';
import { useRoom, type Room } from '../edit-room';
import { answerMediaKeys } from './answer-media-keys';
import { followWord, type Follow } from './follow-word';
import { askedMoment, rememberedPosition, rememberPosition } from './remember-position';
import { seekByPointer } from './seek-by-pointer';
import { showPlayingWord } from './show-playing-word';

/** Ties the sound to the text: the playing word, following it, clicks that seek, and where to begin. */
export function useSound(): Follow | undefined {
  const { door, editor, words, player, saving, settings, together } = useRoom();
  const [follow, setFollow] = useState<Follow>();
  const liked = useRef(settings);
  useEffect(() => {
    liked.current = settings;
  }, [settings]);

  useEffect(() => {
    const made = followWord(editor, player);
    const ends = [
      begin({ door, editor, words, player, saving }),
      made.end,
      showPlayingWord({ editor, words, player }, made.wordMoved),
      seekByPointer({ editor, words, player }, () => liked.current.seekOnClick),
      rememberPosition(door.jobId, player),
      together.onMedia(player.checkMedia),
      answerMediaKeys(player, { title: door.jobName, skipMs: () => liked.current.skipSeconds * 1000 }),
    ];
    // It listens to the page, so that it can be made only here; the button is told of it once.
    // oxlint-disable-next-line react/set-state-in-effect
    setFollow(made);
    return () => {
      for (const end of ends) end();
    };
  }, [door, editor, words, player, saving, together]);
  useEffect(() => {
    follow?.allow(settings.follow);
  }, [follow, settings.follow]);
  return follow;
}

/**
 * Goes to the moment that the address asks for, caret and all, or else to where the recording was left. Returns what
 * ends that.
 */
function begin({
  door,
  editor,
  words,
  player,
  saving,
}: Pick<Room, 'door' | 'editor' | 'words' | 'player' | 'saving'>): () => void {
  const nothing = (): void => {};
  const asked = askedMoment(location.search);
  const ms = asked ?? rememberedPosition(door.jobId);
  if (ms === undefined) return nothing;
  player.seek(ms);
  const { view, state } = editor;
  const word = asked === undefined ? undefined : wordAt(state.doc, asked, words);
  if (word === undefined) return nothing;
  view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, word.from)));
  if (editor.isEditable || door.may === 'view') {
    view.focus();
    return nothing;
  }
  // Until this tab has the transcript for its own there is no field that could have the caret.
  const unsubscribe = saving.subscribe(() => {
    if (!editor.isEditable) return;
    unsubscribe();
    view.focus();
  });
  return unsubscribe;
}
