'use client';

import * as texts from '#messages/editor/rename';
import { TextInput } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { onEscape } from '#components/editor/keyboard/on-escape.ts';
import { useEditorServices, type TranscriptAccess } from '#components/editor/context.ts';
import { focusAgain } from '#components/ui/focus-on-mount.ts';
import { useAction } from '#components/ui/use-action.ts';
import { getNameError } from './check-name';
import styles from './job-title.module.css';

/** A field that covers the name. Enter and blur save, Escape cancels. */
export function RenameField({ rename }: { rename: NonNullable<TranscriptAccess['rename']> }) {
  const { access, announce, editor, overlay, presence } = useEditorServices();
  const [typed, setTyped] = useState(presence.jobName.get());
  const [fault, setFault] = useState<string>();
  const action = useAction(rename);
  const field = useRef<HTMLInputElement>(null);
  const before = useRef<Element | null>(null);
  const errorId = useId();
  const error = fault ?? action.error;
  useEffect(() => {
    before.current = document.activeElement;
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);

  const close = (): void => {
    const hasFocus = document.activeElement === field.current;
    overlay.set(undefined);
    if (hasFocus) focusAgain(before.current, () => editor.view.focus());
  };
  const save = async (): Promise<void> => {
    if (action.isBusy) return;
    if (typed === presence.jobName.get()) return close();
    const wrong = getNameError(typed);
    setFault(wrong);
    if (wrong !== undefined) return;
    const saved = await action.run(access.jobId, typed);
    if (saved === undefined) return;
    presence.jobName.set(saved.value);
    announce(texts.renamed({ name: saved.value }));
    close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Escape of the controls inside
    <form
      className={styles['form']}
      data-panel="rename"
      noValidate
      onKeyDown={(event) => onEscape(event, close)}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onBlur={() => {
        // Keeps the field open when the whole window loses the focus.
        if (document.hasFocus()) void save();
      }}
    >
      <TextInput
        ref={field}
        size="sm"
        aria-label={texts.field()}
        value={typed}
        dir="auto"
        readOnly={action.isBusy}
        aria-busy={action.isBusy}
        autoComplete="off"
        error={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setFault(undefined);
          action.reset();
        }}
      />
      {error !== undefined && (
        <p id={errorId} role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </form>
  );
}
