'use client';

import * as texts from '#messages/editor/presence';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { focusAtOnce } from '#components/ui/focus-on-mount.ts';
import styles from './people.module.css';

const maxNameLength = 80;

interface Props {
  name: string;
  /** Nobody else can choose this name, or one that looks like it. */
  ownerName: string | undefined;
  /** True if the person asked to change their name. */
  isWanted: boolean;
  onGiven: (name: string) => void;
  onLater: () => void;
}

/** The field for a guest's name. */
export function AskName({ name, ownerName, isWanted, onGiven, onLater }: Props) {
  const [typed, setTyped] = useState(name);
  const [fault, setFault] = useState<string>();
  const given = typed.trim();
  const submit = async (): Promise<void> => {
    if (given === '') return;
    const found = await findFault(given, ownerName);
    setFault(found);
    if (found === undefined) onGiven(given);
  };
  return (
    <form
      className={styles['name']}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        label={texts.nameLabel()}
        description={texts.nameHelp()}
        error={fault}
        value={typed}
        maxLength={maxNameLength}
        autoComplete="name"
        ref={isWanted ? focusAtOnce : null}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setFault(undefined);
        }}
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

/** The list of look-alike letters is long, so it is loaded on demand. If that fails, the server checks the name. */
async function findFault(name: string, ownerName = ''): Promise<string | undefined> {
  try {
    const { impersonates, isEmail } = await import('#lib/transcript/impersonates');
    if (isEmail(name)) return texts.nameIsEmail();
    return impersonates(name, { name: ownerName }) ? texts.nameTaken() : undefined;
  } catch {
    return undefined;
  }
}
