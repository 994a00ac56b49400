import { TextSelection } from '@tiptap/pm/state';
import { playerTexts } from '#components/texts/player';
import { clockOf } from '../clock';
import type { Command } from '../commands/command';
import { bringIntoSight } from '../document/bring-into-sight';
import { timeAt, wordAt } from '../document/timing';
import type { Room } from '../edit-room';
import { middleOfPage } from './follow-word';
import { neighbourStart, stretchToLoop } from './places';

const texts = playerTexts.commands;
const isThere = ({ player }: Room): boolean => player.state().kind === 'ready';

function sound(
  id: string,
  title: string,
  keys: readonly string[],
  run: (room: Room) => void,
  more: Partial<Command> = {},
): Command {
  return { id, title, group: 'sound', keys, run, isPossible: isThere, ...more };
}

function changeRate({ player, changeSettings, announce }: Room, rate: number): void {
  player.setRate(rate);
  changeSettings({ rate: player.rate() });
  announce(playerTexts.rate(player.rate()));
}

function goToNeighbour({ editor, words, player }: Room, direction: 1 | -1): void {
  const ms = neighbourStart(editor.state.doc, words, player.currentMs(), direction);
  if (ms !== undefined) player.seek(ms);
}

function playFromCaret({ editor, words, player }: Room): void {
  player.seek(timeAt(editor.state.doc, editor.state.selection.from, words));
  player.play();
}

function caretToWord({ editor, words, player }: Room): void {
  const word = wordAt(editor.state.doc, player.currentMs(), words);
  if (word === undefined) return;
  const { view, state } = editor;
  view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, word.from)));
  bringIntoSight(view, word.from, middleOfPage, 'smooth');
  view.focus();
}

function toggleLoop({ editor, words, player, announce }: Room): void {
  const stretch =
    player.loopStretch() === undefined ? stretchToLoop(editor, words, player.currentMs()) : undefined;
  player.loop(stretch);
  announce(
    stretch === undefined
      ? playerTexts.loopEnded
      : playerTexts.looping(clockOf(stretch.startMs), clockOf(stretch.endMs)),
  );
}

/** What can be done with the sound. */
export const playerCommands: readonly Command[] = [
  sound(
    'play-pause',
    texts.playPause,
    ['Escape', 'Alt+KeyK'],
    ({ player, settings }) => (settings.holdToPlay ? player.play() : player.toggle()),
    { release: ({ player, settings }) => void (settings.holdToPlay && player.pause()) },
  ),
  sound('back', texts.skipBack, ['Alt+KeyJ'], ({ player, settings }) =>
    player.skip(-settings.skipSeconds * 1000),
  ),
  sound('forward', texts.skipForward, ['Alt+KeyL'], ({ player, settings }) =>
    player.skip(settings.skipSeconds * 1000),
  ),
  sound('back-monologue', texts.monologueBack, ['Alt+Shift+KeyJ'], (room) => goToNeighbour(room, -1)),
  sound('forward-monologue', texts.monologueForward, ['Alt+Shift+KeyL'], (room) => goToNeighbour(room, 1)),
  sound('slower', texts.slower, ['Alt+Minus'], (room) => changeRate(room, room.player.rate() - 0.1)),
  sound('faster', texts.faster, ['Alt+Equal'], (room) => changeRate(room, room.player.rate() + 0.1)),
  sound('normal-speed', texts.normalSpeed, ['Alt+Digit0'], (room) => changeRate(room, 1)),
  sound('play-from-caret', texts.playFromCaret, ['Mod+Enter'], playFromCaret),
  sound('caret-to-word', texts.caretToWord, ['Alt+KeyG'], caretToWord),
  sound('loop', texts.loop, ['Alt+KeyO'], toggleLoop),
  sound('mute', texts.mute, [], ({ player }) => player.setMuted(!player.isMuted())),
  sound('follow', texts.follow, [], ({ settings, changeSettings, announce }) => {
    changeSettings({ follow: !settings.follow });
    announce(settings.follow ? playerTexts.followOff : playerTexts.followOn);
  }),
  sound('picture', texts.picture, [], ({ settings, changeSettings }) =>
    changeSettings({ picture: !settings.picture }),
  ),
];
