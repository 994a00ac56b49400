'use client';

import { Button, Group } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { onEscape } from '#components/editor/keyboard/on-escape.ts';
import { useEditorServices, useOpenPanel, useOpenVersion, useSetting } from '#components/editor/context.ts';
import { formatKey } from '#components/editor/keyboard/keys.ts';
import { useCommandKeys, useKeyboard } from '#components/editor/keyboard/use-keyboard.ts';
import { focusAgain } from '#components/ui/focus-on-mount.ts';
import * as texts from '#messages/editor/hints';
import styles from './sample-hints.module.css';
import { findAnchor, useHintPlace } from './use-hint-place';
import type { EditorSettings } from '#components/editor/settings/editor-settings.ts';

const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

/** The hints in the sample transcript, one at a time, until the last is read or they are skipped. */
export function SampleHints() {
  const { editor, settings, announce } = useEditorServices();
  const [number, setNumber] = useState(0);
  const hint = hints[number] ?? hints[0];
  const box = useRef<HTMLDialogElement>(null);
  const before = useRef<Element | null>(null);
  const isCovered = [useOpenPanel(), useOpenVersion()].some((open) => open !== undefined);
  const place = useHintPlace(box, hint?.anchors ?? []);
  const sentences = useSentences(hint);
  const id = useId();
  const isShown = place !== undefined && !place.coversLine && !isCovered;
  const isLast = number === hints.length - 1;
  const announcement = `${hint?.title() ?? ''}. ${sentences.join(' ')}`;

  const announced = useRef('');
  useEffect(() => {
    if (!isShown || announced.current === hint?.title()) return;
    announced.current = hint?.title() ?? '';
    // Doesn't take the focus from a person who is already doing something.
    if (number === 0 && document.activeElement === document.body) box.current?.focus({ preventScroll: true });
    else announce(announcement);
  }, [isShown, hint, number, announcement, announce]);

  const close = (): void => {
    if (box.current?.contains(document.activeElement) === true) {
      focusAgain(before.current, () => {
        // Focusing would open a phone's keyboard.
        if (!isTouch()) editor.view.focus();
      });
    }
    settings.change({ hintsSeen: true });
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Escape of the controls inside
    <dialog
      open
      ref={box}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      tabIndex={-1}
      className={styles['hint']}
      data-region="hint"
      // As in a panel, Escape closes this instead of playing.
      data-panel="hint"
      data-side={place?.side}
      data-shown={isShown || undefined}
      style={{ left: place?.left, top: place?.top, ['--arrow' as string]: `${place?.arrow ?? 0}px` }}
      onFocus={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
      onKeyDown={(event) => onEscape(event, close)}
    >
      <h2 id={`${id}-title`} className={styles['title']}>
        {hint?.title()}
      </h2>
      <p id={`${id}-text`} className={styles['text']}>
        {sentences.join(' ')}
      </p>
      <Group gap="var(--space-2)" wrap="nowrap" mt="var(--space-3)">
        <span className={styles['number']}>
          {texts.position({ number: number + 1, total: hints.length })}
        </span>
        {!isLast && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={close}>
            {texts.skip()}
          </Button>
        )}
        <Button size="compact-sm" onClick={isLast ? close : () => setNumber(number + 1)}>
          {isLast ? texts.done() : texts.next()}
        </Button>
      </Group>
    </dialog>
  );
}

function useSentences(hint: Hint | undefined): string[] {
  const seekOnClick = useSetting('seekOnClick');
  const keyboard = useKeyboard();
  const [key] = useCommandKeys().get('play-pause') ?? [];
  const anchor = findAnchor(hint?.anchors ?? [])?.getAttribute('data-hint') ?? undefined;
  const playKey = key === undefined ? undefined : formatKey(key, keyboard);
  return hint?.sentences({ anchor, isTouch: isTouch(), seekOnClick, playKey }) ?? [];
}

/** A hint: its text, and the `data-hint` names of its possible anchors; the first visible one is used. */
interface Hint {
  anchors: readonly string[];
  title: () => string;
  /** The sentences that fit this person's keys, screen and settings. */
  sentences: (reader: Reader) => string[];
}

/** The reader's situation, which a hint's text depends on. */
interface Reader {
  anchor: string | undefined;
  isTouch: boolean;
  seekOnClick: EditorSettings['seekOnClick'];
  /** The label of the play/pause key on this keyboard. */
  playKey: string | undefined;
}

/** The hints in display order. */
const hints: readonly Hint[] = [
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
