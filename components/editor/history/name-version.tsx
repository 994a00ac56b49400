'use client';

import { Button, Group, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { BusyButton } from '#components/busy-button';
import { Trouble } from '#components/account/trouble';
import { historyTexts } from '#components/texts/history';
import { useAction } from '../../account/use-action';
import { useRoom } from '../edit-room';
import { focusAtOnce } from '../focus-at-once';
import styles from './history.module.css';
import { nameRevision, type ListedRevision } from './revisions';

const texts = historyTexts.naming;
const mostCharacters = 100;

/** The field for a version's name. */
export function NameVersion({
  revision: { number, name },
  onDone,
  onCancel,
}: {
  revision: ListedRevision;
  onDone: () => Promise<void>;
  onCancel: () => void;
}) {
  const room = useRoom();
  const [typed, setTyped] = useState(name ?? '');
  const { run, isBusy, trouble } = useAction(nameRevision);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if ((await run(room, number, typed)) === undefined) return;
    room.announce(typed.trim() === '' ? texts.unnamed : texts.named(typed.trim()));
    await onDone();
  }

  return (
    <form className={styles['naming']} onSubmit={(event) => void submit(event)}>
      <TextInput
        label={texts.label}
        description={texts.hint}
        value={typed}
        maxLength={mostCharacters}
        autoComplete="off"
        ref={focusAtOnce}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onCancel();
        }}
      />
      <Trouble>{trouble}</Trouble>
      <Group gap="xs">
        <BusyButton type="submit" size="compact-sm" isBusy={isBusy}>
          {texts.save}
        </BusyButton>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </Group>
    </form>
  );
}
