'use client';

import * as speakersDialogTexts from '#messages/editor/speakers-dialog';
import * as speakersTexts from '#messages/editor/speakers';
import * as againTexts from '#messages/recognize-again';
import { Button, TextInput } from '@mantine/core';
import { useEditorState } from '@tiptap/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import { getSpeakers } from '#components/editor/document/to-document.ts';
import { useEditorServices } from '#components/editor/context.ts';
import { EditorDialog } from '#components/editor/overlays/editor-dialog';
import { assign, type Scope } from './assign-speaker';
import { addSpeaker, newSpeaker, maxNameLength } from './change-speakers';
import { SpeakerRow } from './speaker-row';
import { speakingShares } from './speaking-shares';
import styles from './speakers-dialog.module.css';

/** All speakers with their shares, to rename, color, merge, remove and add. */
export function SpeakersDialog({ rename, assign: scope }: { rename?: number; assign?: Scope }) {
  const { access, editor, overlay, run, words } = useEditorServices();
  const doc = useEditorState({ editor, selector: ({ editor }) => editor.state.doc });
  const shares = useMemo(() => speakingShares(doc, words), [doc, words]);
  const speakers = getSpeakers(doc);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The focus was in a removed speaker's row.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) list.current?.querySelector('input')?.focus();
    });
    return () => cancelAnimationFrame(frame);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when a speaker is removed
  }, [speakers.length]);
  const close = (): void => {
    overlay.set(undefined);
    editor.view.focus();
  };
  const tellApart = (): void => {
    close();
    run('again-speakers');
  };
  return (
    <EditorDialog opened onClose={close} title={speakersDialogTexts.title()} size="38rem" yOffset="6dvh">
      <ul ref={list} className={styles['list']}>
        {speakers.map((speaker) => (
          <SpeakerRow
            key={speaker.id}
            speaker={speaker}
            share={shares.get(speaker.id)}
            others={speakers.filter((other) => other !== speaker)}
            startsHere={speaker.id === rename}
          />
        ))}
      </ul>
      <NewSpeaker
        {...(scope === undefined ? {} : { scope })}
        onAssigned={close}
        startsHere={rename === undefined}
      />
      <p className={styles['note']}>{speakersDialogTexts.undoHint()}</p>
      {access.again !== undefined && (
        <Button className={styles['again'] ?? ''} variant="subtle" size="compact-sm" onClick={tellApart}>
          {againTexts.speakersCommand()}
        </Button>
      )}
    </EditorDialog>
  );
}

function NewSpeaker({
  scope,
  startsHere,
  onAssigned,
}: {
  scope?: Scope;
  startsHere: boolean;
  onAssigned: () => void;
}) {
  const services = useEditorServices();
  const [typed, setTyped] = useState('');
  const { editor, announce } = services;
  const add = (): void => {
    const { state } = editor;
    const speaker = newSpeaker(getSpeakers(state.doc), typed, (number) => speakersTexts.numbered({ number }));
    setTyped('');
    if (scope === undefined) {
      singleUndoStep(editor.view, addSpeaker(state, speaker));
      announce(speakersTexts.added({ name: speaker.name }));
    } else {
      onAssigned();
      assign(services, scope, speaker);
    }
  };
  const next = newSpeaker(getSpeakers(editor.state.doc), '', (number) =>
    speakersTexts.numbered({ number }),
  ).name;
  return (
    <form
      className={styles['new']}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <TextInput
        className={styles['newName'] ?? ''}
        label={speakersDialogTexts.newName()}
        placeholder={next}
        value={typed}
        maxLength={maxNameLength}
        dir="auto"
        {...(startsHere ? { 'data-autofocus': true } : {})}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {scope === undefined ? speakersDialogTexts.add() : speakersDialogTexts.addAndAssign()}
      </Button>
    </form>
  );
}
