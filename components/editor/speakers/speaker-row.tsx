'use client';

import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { speakerTexts } from '#components/texts/speakers';
import type { EditedSpeaker } from '#lib/transcripts/edit';
import { inOneStep } from '../document/one-step';
import { useRoom } from '../edit-room';
import { removeSpeaker, renameSpeaker } from './change-speakers';
import { longestName } from './clean-name';
import { ColourMenu } from './colour-menu';
import { MergeMenu } from './merge-menu';
import type { SpeakingShare } from './speaking-shares';
import styles from './speakers-dialog.module.css';

const texts = speakerTexts.dialog;

/** One speaker of the dialog. A name is taken when Enter is pressed or the field is left. */
export function SpeakerRow({
  speaker,
  share,
  others,
  startsHere,
}: {
  speaker: EditedSpeaker;
  share: SpeakingShare | undefined;
  others: readonly EditedSpeaker[];
  startsHere: boolean;
}) {
  const { editor, announce } = useRoom();
  const { name } = speaker;
  const isUnused = share === undefined;
  const remove = (): void => {
    const tr = removeSpeaker(editor.state, speaker.id);
    if (tr === undefined) return;
    inOneStep(editor.view, tr);
    announce(speakerTexts.said.removed(name));
  };
  return (
    <li className={styles['row']}>
      <ColourMenu speaker={speaker} />
      <Name speaker={speaker} others={others} startsHere={startsHere} />
      <span className={styles['share']}>
        {isUnused ? texts.silent : texts.share(share.monologues, share.share)}
      </span>
      <span className={styles['acts']}>
        {others.length > 0 && <MergeMenu speaker={speaker} others={others} />}
        {isUnused && others.length > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={texts.remove(name)}
            onClick={remove}
          >
            {texts.removeLabel}
          </Button>
        )}
      </span>
    </li>
  );
}

function Name({
  speaker: { id, name },
  others,
  startsHere,
}: {
  speaker: EditedSpeaker;
  others: readonly EditedSpeaker[];
  startsHere: boolean;
}) {
  const { editor, announce } = useRoom();
  const [changed, setTyped] = useState<string>();
  const typed = changed ?? name;
  const rename = (): void => {
    const tr = renameSpeaker(editor.state, id, typed);
    setTyped(undefined);
    if (tr === undefined) return;
    inOneStep(editor.view, tr);
    const now = tr.doc.attrs['speakers'].find((one: EditedSpeaker) => one.id === id)?.name ?? typed;
    const said = speakerTexts.said.renamed(name, now);
    announce(others.some((one) => one.name === now) ? `${said}. ${texts.sameName}` : said);
  };
  return (
    <TextInput
      className={styles['name'] ?? ''}
      aria-label={texts.name(name)}
      description={others.some((one) => one.name === name) ? texts.sameName : undefined}
      inputWrapperOrder={['input', 'description']}
      value={typed}
      maxLength={longestName}
      dir="auto"
      {...(startsHere ? { 'data-autofocus': true } : {})}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={rename}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) rename();
        // The first Escape takes the typing back, the second closes the dialog.
        if (event.key !== 'Escape' || typed === name) return;
        event.stopPropagation();
        setTyped(undefined);
      }}
    />
  );
}
