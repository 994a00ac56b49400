'use client';

import { Button, TextInput } from '@mantine/core';
import { useEditorState } from '@tiptap/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { speakerTexts } from '#components/texts/speakers';
import { inOneStep } from '../document/one-step';
import { speakersOf } from '../document/to-document';
import { useRoom } from '../edit-room';
import { EditorDialog } from '../editor-dialog';
import { assign } from './assign';
import type { Scope } from './assign-speaker';
import { addSpeaker, newSpeaker } from './change-speakers';
import { longestName } from './clean-name';
import { SpeakerRow } from './speaker-row';
import { speakingShares } from './speaking-shares';
import styles from './speakers-dialog.module.css';

const texts = speakerTexts.dialog;

/** All speakers with how much each says: named, coloured, merged, removed and added here. */
export function SpeakersDialog({ rename, assign: scope }: { rename?: number; assign?: Scope }) {
  const { editor, menu, words } = useRoom();
  const doc = useEditorState({ editor, selector: ({ editor }) => editor.state.doc });
  const shares = useMemo(() => speakingShares(doc, words), [doc, words]);
  const speakers = speakersOf(doc);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The focus was on the row of a speaker who is gone.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) list.current?.querySelector('input')?.focus();
    });
    return () => cancelAnimationFrame(frame);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each time that one has gone
  }, [speakers.length]);
  const close = (): void => {
    menu.set(undefined);
    editor.view.focus();
  };
  return (
    <EditorDialog
      opened
      onClose={close}
      title={texts.title}
      closeName={texts.close}
      size="38rem"
      yOffset="6dvh"
    >
      <ul ref={list} className={styles['list']}>
        {speakers.map((speaker) => (
          <SpeakerRow
            key={speaker.id}
            speaker={speaker}
            share={shares.get(speaker.id)}
            others={speakers.filter((one) => one !== speaker)}
            startsHere={speaker.id === rename}
          />
        ))}
      </ul>
      <NewSpeaker
        {...(scope === undefined ? {} : { scope })}
        onAssigned={close}
        startsHere={rename === undefined}
      />
      <p className={styles['note']}>{texts.undo}</p>
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
  const room = useRoom();
  const [typed, setTyped] = useState('');
  const { editor, announce } = room;
  const add = (): void => {
    const { state } = editor;
    const speaker = newSpeaker(speakersOf(state.doc), typed, speakerTexts.numbered);
    setTyped('');
    if (scope === undefined) {
      inOneStep(editor.view, addSpeaker(state, speaker));
      announce(speakerTexts.said.added(speaker.name));
    } else {
      onAssigned();
      assign(room, scope, speaker);
    }
  };
  const next = newSpeaker(speakersOf(editor.state.doc), '', speakerTexts.numbered).name;
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
        label={texts.newName}
        placeholder={next}
        value={typed}
        maxLength={longestName}
        dir="auto"
        {...(startsHere ? { 'data-autofocus': true } : {})}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {scope === undefined ? texts.add : texts.addAndAssign}
      </Button>
    </form>
  );
}
