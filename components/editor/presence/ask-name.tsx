'use client';

import * as texts from '#messages/editor/presence';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isSameName } from '#lib/transcript/same-name';
import { focusAtOnce } from '#components/ui/focus-on-mount.ts';
import { maxNameLength } from './guest-name';
import styles from './people.module.css';

interface Props {
  name: string;
  /** The one name that can't be chosen. */
  ownerName: string | undefined;
  /** Whether the person asked to give it. */
  isWanted: boolean;
  onGiven: (name: string) => void;
  onLater: () => void;
}

/** The field for a guest's name. */
export function AskName({ name, ownerName, isWanted, onGiven, onLater }: Props) {
  const [typed, setTyped] = useState(name);
  const [isRefused, setRefused] = useState(false);
  const given = typed.trim();
  const isTaken = ownerName !== undefined && isSameName(given, ownerName);
  return (
    <form
      className={styles['name']}
      onSubmit={(event) => {
        event.preventDefault();
        setRefused(isTaken);
        if (given !== '' && !isTaken) onGiven(given);
      }}
    >
      <TextInput
        label={texts.nameLabel()}
        description={texts.nameHelp()}
        error={isRefused && isTaken && texts.nameTaken()}
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
