import * as texts from '#messages/editor/hints';
import type { EditorSettings } from '#components/editor/settings/editor-settings.ts';

/** A hint: what it says, and the names (`data-hint`) of what it points at, of which the first in sight is taken. */
export interface Hint {
  anchors: readonly string[];
  title: () => string;
  /** Sentences, as they fit this person's keys, screen and settings. `anchor` is what it points at. */
  sentences: (reader: Reader) => string[];
}

/** The reader's situation, which a hint's text depends on. */
export interface Reader {
  anchor: string | undefined;
  isTouch: boolean;
  seekOnClick: EditorSettings['seekOnClick'];
  /** The key that plays and pauses, as it is called on this keyboard. */
  playKey: string | undefined;
}

/** The hints in the order in which they are shown. */
export const hints: readonly Hint[] = [
  {
    anchors: ['play'],
    title: texts.play.title,
    sentences: ({ isTouch, seekOnClick, playKey }) =>
      isTouch
        ? [texts.play.touch()]
        : [
            seekOnClick ? texts.play.click() : texts.play.doubleClick(),
            ...(playKey === undefined ? [] : [texts.play.key({ key: playKey })]),
          ],
  },
  {
    anchors: ['review', 'more'],
    title: texts.review.title,
    sentences: ({ anchor }) => [texts.review.text(), ...(anchor === 'more' ? [texts.review.inMenu()] : [])],
  },
  {
    anchors: ['export', 'more'],
    title: texts.exporting.title,
    sentences: ({ anchor }) => [
      texts.exporting.text(),
      ...(anchor === 'more' ? [texts.exporting.inMenu()] : []),
    ],
  },
];
