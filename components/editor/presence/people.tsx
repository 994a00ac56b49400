'use client';

import * as texts from '#messages/editor/presence';
import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useEditorServices } from '#components/editor/context.ts';
import { focusAtOnce } from '#components/ui/focus-on-mount.ts';
import { useStored } from '#components/ui/store.ts';
import { useSyncView } from '#components/editor/sync/use-sync.ts';
import { AskName } from './ask-name';
import styles from './people.module.css';
import { personColour } from './person-colour';
import type { Person } from './presence';

/** Who has the transcript open, once there are others. */
export function People() {
  const { presence } = useEditorServices();
  const people = useStored(presence.people);
  if (people.length < 2) return null;
  return (
    <ul className={styles['people']} aria-label={texts.people()}>
      {people.map((person) => (
        <li key={person.client}>
          <Face person={person} label={getLabel(person, presence.client)} />
          <VisuallyHidden>{getLabel(person, presence.client)}</VisuallyHidden>
        </li>
      ))}
    </ul>
  );
}

function Face({ person, label }: { person: Person; label: string }) {
  return (
    <Tooltip label={label}>
      <span className={styles['face']} style={{ background: personColour(person.colour) }} aria-hidden>
        {getInitials(person.name)}
      </span>
    </Tooltip>
  );
}

function getLabel({ client, name, may }: Person, own: string): string {
  const shown = name === '' ? texts.guest() : name;
  if (client === own) return texts.you({ name: shown });
  return may === 'view' ? texts.viewing({ name: shown }) : shown;
}

function getInitials(name: string): string {
  const words = name.split('@')[0]?.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 32))
    .join('')
    .toLocaleUpperCase();
}

/** Asks a guest for a name once, and lets it be changed. */
export function GuestName() {
  const { presence, access, sync } = useEditorServices();
  const { status } = useSyncView(sync);
  const name = useStored(presence.guestName);
  const [asks, setAsks] = useState(name === undefined);
  // From then on the field and the button hand the focus on to each other.
  const [isUsed, setUsed] = useState(false);
  const ask = (asks: boolean): void => {
    setUsed(true);
    setAsks(asks);
  };
  if (access.isOwner || access.may === 'view' || status.kind === 'closed') return null;
  if (asks) {
    return (
      <AskName
        name={name ?? ''}
        isWanted={isUsed}
        onGiven={(given) => {
          presence.setGuestName(given);
          ask(false);
        }}
        onLater={() => ask(false)}
      />
    );
  }
  return (
    <UnstyledButton className={styles['own']} ref={isUsed ? focusAtOnce : null} onClick={() => ask(true)}>
      {texts.changeName({ name: name ?? texts.guest() })}
    </UnstyledButton>
  );
}
