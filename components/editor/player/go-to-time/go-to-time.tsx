import * as texts from '#messages/editor/player';
import * as commonTexts from '#messages/common';
import { Button, CloseButton, TextInput } from '@mantine/core';
import { useEffect, useId, useRef, useState, type FocusEvent } from 'react';
import { formatLength } from '#lib/messages/format';
import { onEscape } from '#components/editor/keyboard/on-escape.ts';
import { useEditorServices } from '#components/editor/context.ts';
import { focusAgain } from '#components/ui/focus-on-mount.ts';
import { moveCaretTo } from '#components/editor/player/player-commands.ts';
import { clampTyped } from '#components/editor/player/playback.ts';
import styles from './clock.module.css';
import { parseTime } from './parse-time';

/** A time field above the clock. Enter goes there, in the recording and in the text; Escape cancels. */
export function GoToTime() {
  const services = useEditorServices();
  const { overlay, editor, player, words, view, openVersion } = services;
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const before = useRef<Element | null>(null);
  const errorId = useId();
  useEffect(() => {
    before.current = document.activeElement;
    field.current?.focus({ preventScroll: true });
  }, []);

  const close = (): void => {
    overlay.set(undefined);
    focusAgain(before.current, () => editor.view.focus());
  };
  const submit = (): void => {
    const ms = parseTime(typed);
    const endMs = player.durationMs() || (words.at(-1)?.endMs ?? 0);
    const toMs = ms === undefined ? undefined : clampTyped(ms, endMs);
    if (toMs === undefined) {
      setError(
        ms === undefined ? texts.timeInvalid() : texts.timeTooLate({ end: formatLength(endMs / 1000) }),
      );
      field.current?.select();
      return;
    }
    player.seek(toMs);
    close();
    const isTextShown = !view.get().isReading && openVersion.get() === undefined;
    if (isTextShown) moveCaretTo(services, toMs);
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>): void => {
    const isClock = relatedTarget instanceof Element && relatedTarget.matches('[data-go-to-time]');
    // Keeps the field open when the whole window loses the focus.
    if (currentTarget.contains(relatedTarget) || isClock || !document.hasFocus()) return;
    overlay.set(undefined);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Escape of the controls inside
    <form
      className={styles['form']}
      aria-label={texts.goToTime()}
      data-panel="go-to-time"
      noValidate
      onBlur={onBlur}
      onKeyDown={(event) => onEscape(event, close)}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={styles['row']}>
        <TextInput
          ref={field}
          className={styles['field'] ?? ''}
          size="sm"
          label={texts.goToTime()}
          placeholder="1:02:03"
          value={typed}
          maxLength={32}
          autoComplete="off"
          spellCheck={false}
          error={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setError(undefined);
          }}
        />
        <Button type="submit" size="sm">
          {texts.go()}
        </Button>
        <CloseButton size="lg" aria-label={commonTexts.close()} onClick={close} />
      </div>
      {error !== undefined && (
        <p id={errorId} role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </form>
  );
}
