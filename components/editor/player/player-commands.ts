import * as texts from '#messages/editor/player';
import { formatClock, formatNumber } from '#lib/messages/format';
import type { Command } from '#components/editor/context.ts';
import { timeAt, wordAt } from '#components/editor/document/timing.ts';
import type { EditorServices } from '#components/editor/context.ts';
import { pictureSizes } from '#components/editor/settings/editor-settings.ts';
import { takesPlay } from './player';
import { getNeighborStart, getLoopRange } from '#components/editor/player/position/positions.ts';
import { TextSelection } from '@tiptap/pm/state';
import { revealPosition } from '#components/editor/document/scroll-into-view.ts';
import { middleOfPage } from '#components/editor/player/playing-word/follow-word.ts';

const toggleGoToTime = ({ overlay }: EditorServices): void =>
  overlay.set(overlay.get()?.kind === 'go-to-time' ? undefined : { kind: 'go-to-time' });

const isReady = ({ player }: EditorServices): boolean => player.state().kind === 'ready';

function sound(
  id: string,
  title: () => string,
  keys: readonly string[],
  run: (services: EditorServices) => void,
  more: Partial<Command> = {},
): Command {
  return { id, title, group: 'sound', keys, run, isEnabled: isReady, ...more };
}

function changeRate({ player, settings, announce }: EditorServices, rate: number): void {
  player.setRate(rate);
  settings.change({ rate: player.rate() });
  announce(
    texts.speedIs({
      speed: formatNumber(player.rate(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    }),
  );
}

function goToNeighbor({ editor, words, player }: EditorServices, direction: 1 | -1): void {
  const ms = getNeighborStart(editor.state.doc, words, player.currentMs(), direction);
  if (ms !== undefined) player.seek(ms);
}

function playFromCaret({ editor, words, player }: EditorServices): void {
  player.seek(timeAt(editor.state.doc, editor.state.selection.from, words));
  player.play();
}

function toggleLoop({ editor, words, player, announce }: EditorServices): void {
  const range =
    player.loopRange() === undefined ? getLoopRange(editor, words, player.currentMs()) : undefined;
  player.loop(range);
  announce(
    range === undefined
      ? texts.loopEnded()
      : texts.looping({ from: formatClock(range.startMs), to: formatClock(range.endMs) }),
  );
}

/** The playback commands. */
export const playerCommands: readonly Command[] = [
  sound(
    'play-pause',
    texts.playPause,
    ['Escape', 'Alt+KeyK'],
    ({ player, settings }) => (settings.get().holdToPlay ? player.play() : player.toggle()),
    {
      isEnabled: ({ player }) => takesPlay(player.state()),
      release: ({ player, settings }) => void (settings.get().holdToPlay && player.pause()),
    },
  ),
  sound('back', texts.skipBack, ['Alt+KeyJ'], ({ player, settings }) =>
    player.skip(-settings.get().skipSeconds * 1000),
  ),
  sound('forward', texts.skipForward, ['Alt+KeyL'], ({ player, settings }) =>
    player.skip(settings.get().skipSeconds * 1000),
  ),
  sound('back-monologue', texts.previousParagraph, ['Alt+Shift+KeyJ'], (services) =>
    goToNeighbor(services, -1),
  ),
  sound('forward-monologue', texts.nextParagraph, ['Alt+Shift+KeyL'], (services) =>
    goToNeighbor(services, 1),
  ),
  sound('slower', texts.slower, ['Alt+Minus'], (services) =>
    changeRate(services, services.player.rate() - 0.1),
  ),
  sound('faster', texts.faster, ['Alt+Equal'], (services) =>
    changeRate(services, services.player.rate() + 0.1),
  ),
  sound('normal-speed', texts.normalSpeed, ['Alt+Digit0'], (services) => changeRate(services, 1)),
  sound('play-from-caret', texts.playFromCaret, ['Mod+Enter'], playFromCaret),
  sound('caret-to-word', texts.caretToWord, ['Alt+KeyG'], (services) =>
    moveCaretTo(services, services.player.currentMs()),
  ),
  // A transcript has times even without its recording.
  sound('go-to-time', texts.goToTime, ['Alt+KeyT'], toggleGoToTime, { isEnabled: () => true }),
  sound('loop', texts.loopCommand, ['Alt+KeyO'], toggleLoop),
  sound('mute', texts.muteCommand, [], ({ player }) => player.setMuted(!player.isMuted())),
  sound('follow', texts.followCommand, [], ({ settings, announce }) => {
    const follow = !settings.get().follow;
    settings.change({ follow });
    announce(follow ? texts.followOn() : texts.followOff());
  }),
  sound('picture', texts.videoCommand, [], ({ settings }) =>
    settings.change({ picture: !settings.get().picture }),
  ),
  sound('picture-place', texts.videoPlaceCommand, [], ({ settings, announce }) => {
    const picturePlace = settings.get().picturePlace === 'beside' ? 'above' : 'beside';
    settings.change({ picture: true, picturePlace });
    announce(texts.videoPlaces[picturePlace]());
  }),
  sound('picture-size', texts.videoSizeCommand, [], ({ settings, announce }) => {
    const at = pictureSizes.indexOf(settings.get().pictureSize);
    const pictureSize = pictureSizes[(at + 1) % pictureSizes.length] ?? 'medium';
    settings.change({ picture: true, pictureSize });
    announce(texts.videoSizes[pictureSize]());
  }),
];

/** Moves the caret to the word at `ms`, and focuses the text. */
export function moveCaretTo({ editor, words }: Pick<EditorServices, 'editor' | 'words'>, ms: number): void {
  const word = wordAt(editor.state.doc, ms, words);
  if (word === undefined) return;
  const { view, state } = editor;
  view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, word.from)));
  revealPosition(view, word.from, middleOfPage, 'smooth');
  view.focus();
}
