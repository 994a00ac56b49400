'use client';

import * as texts from '#messages/editor/presence';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { focusAtOnce } from '#components/ui/focus-on-mount.ts';
import { maxNameLength } from './guest-name';
import styles from './people.module.css';

interface Props {
  name: string;
  /** Whether the person asked to give it. */
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
        label={texts.nameLabel()}
        description={texts.nameHelp()}
        value={typed}
        maxLength={maxNameLength}
        autoComplete="name"
        ref={isWanted ? focusAtOnce : null}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" disabled={given === ''}>
        {texts.saveName()}
      </Button>
      <Button variant="subtle" onClick={onLater}>
        {texts.skip()}
      </Button>
    </form>
  );
}
