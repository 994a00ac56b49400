'use client';

import { formatList } from '#lib/messages/format';
import * as texts from '#messages/editor/presence';
import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useEditorServices } from '#components/editor/context.ts';
import { focusAtOnce } from '#components/ui/focus-on-mount.ts';
import { useStored } from '#components/ui/store.ts';
import { AskName } from './ask-name';
import styles from './people.module.css';
import { personColour } from './person-colour';
import type { Person } from './presence';

/** So many faces have room; those who come later are counted. */
const maxFaces = 3;

/** Who has the transcript open, once there are others. */
export function People() {
  const { presence } = useEditorServices();
  const people = useStored(presence.people);
  if (people.length < 2) return null;
  const shown = people.length > maxFaces ? maxFaces - 1 : maxFaces;
  const others = people.slice(shown);
  return (
    <div className={styles['place']}>
      <ul className={styles['people']} aria-label={texts.people()}>
        {people.map((person, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- who comes or goes moves no face that stays
          <li key={i}>
            {i < shown && <Face person={person} label={getPersonLabel(person, presence.client)} />}
            <VisuallyHidden>{getPersonLabel(person, presence.client)}</VisuallyHidden>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <Tooltip label={formatList(others.map((person) => getPersonLabel(person, presence.client)))}>
          <span className={`${styles['face']} ${styles['others']}`} aria-hidden>
            +{others.length}
          </span>
        </Tooltip>
      )}
    </div>
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

/** A person's name, with whether it is this tab and whether they only look. */
export function getPersonLabel({ client, name, may }: Person, own: string): string {
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
  const { presence, access } = useEditorServices();
  const name = useStored(presence.guestName);
  const [asks, setAsks] = useState(name === undefined);
  // From then on the field and the button hand the focus on to each other.
  const [isUsed, setUsed] = useState(false);
  const ask = (asks: boolean): void => {
    setUsed(true);
    setAsks(asks);
  };
  if (access.isOwner || access.may === 'view') return null;
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
