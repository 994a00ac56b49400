'use client';

import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { togetherTexts } from '#components/texts/together';
import { focusAtOnce } from '../focus-at-once';
import { mostNameCharacters } from './guest-name';
import styles from './people.module.css';

const texts = togetherTexts.name;

interface Props {
  name: string;
  /** Somebody has asked to give it. */
  isWanted: boolean;
  onGiven: (name: string) => void;
  onLater: () => void;
}

/** The field for a guest's name. */
export function AskName({ name, isWanted, onGiven, onLater }: Props) {
  const [typed, setTyped] = useState(name);
  const given = typed.trim();
  return (
    <form
      className={styles['name']}
      onSubmit={(event) => {
        event.preventDefault();
        if (given !== '') onGiven(given);
      }}
    >
      <TextInput
        label={texts.label}
        description={texts.why}
        value={typed}
        maxLength={mostNameCharacters}
        autoComplete="name"
        ref={isWanted ? focusAtOnce : null}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" disabled={given === ''}>
        {texts.save}
      </Button>
      <Button variant="subtle" onClick={onLater}>
        {texts.later}
      </Button>
    </form>
  );
}
