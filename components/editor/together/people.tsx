'use client';

import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { togetherTexts as texts } from '#components/texts/together';
import { useRoom } from '../edit-room';
import { focusAtOnce } from '../focus-at-once';
import { AskName } from './ask-name';
import styles from './people.module.css';
import { personColour } from './person-colour';
import type { Person } from './together';

/** Who has the transcript open, once there are others. */
export function People() {
  const { together } = useRoom();
  const people = useSyncExternalStore(together.subscribe, together.people, together.people);
  if (people.length < 2) return null;
  return (
    <ul className={styles['people']} aria-label={texts.people}>
      {people.map((person) => (
        <li key={person.client}>
          <Face person={person} label={labelOf(person, together.client)} />
          <VisuallyHidden>{labelOf(person, together.client)}</VisuallyHidden>
        </li>
      ))}
    </ul>
  );
}

function Face({ person, label }: { person: Person; label: string }) {
  return (
    <Tooltip label={label}>
      <span className={styles['face']} style={{ background: personColour(person.colour) }} aria-hidden>
        {initialsOf(person.name)}
      </span>
    </Tooltip>
  );
}

function labelOf({ client, name, may }: Person, own: string): string {
  const shown = name === '' ? texts.guest : name;
  if (client === own) return texts.you(shown);
  return may === 'view' ? texts.views(shown) : shown;
}

function initialsOf(name: string): string {
  const words = name.split('@')[0]?.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 32))
    .join('')
    .toLocaleUpperCase();
}

/** Asks a guest for a name once, and lets it be changed. */
export function GuestName() {
  const { together, door } = useRoom();
  const name = useSyncExternalStore(together.subscribe, together.guestName, together.guestName);
  const [asks, setAsks] = useState(name === undefined);
  // From then on the field and the button hand the focus on to each other.
  const [isUsed, setUsed] = useState(false);
  const ask = (asks: boolean): void => {
    setUsed(true);
    setAsks(asks);
  };
  if (door.isOwner || door.may === 'view') return null;
  if (asks) {
    return (
      <AskName
        name={name ?? ''}
        isWanted={isUsed}
        onGiven={(given) => {
          together.setGuestName(given);
          ask(false);
        }}
        onLater={() => ask(false)}
      />
    );
  }
  return (
    <UnstyledButton className={styles['own']} ref={isUsed ? focusAtOnce : null} onClick={() => ask(true)}>
      {texts.name.change(name ?? texts.guest)}
    </UnstyledButton>
  );
}
