'use client';

import * as texts from '#messages/editor/presence';
import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import Link from 'next/link';
import { useState } from 'react';
import { useEditorServices } from '#components/editor/context.ts';
import { focusAtOnce } from '#components/ui/focus-on-mount.ts';
import { useStored } from '#components/ui/store.ts';
import { useSyncView } from '#components/editor/sync/use-sync.ts';
import { AskName } from './ask-name';
import { namePeople } from './name-people';
import styles from './people.module.css';
import { personColour } from './person-colour';
import type { Person } from './presence';

/** Who has the transcript open, once there are others. */
export function People() {
  const { presence } = useEditorServices();
  const people = useStored(presence.people);
  if (people.length < 2) return null;
  const names = namePeople(people.map(({ name }) => name || texts.guest()));
  return (
    <ul className={styles['people']} aria-label={texts.people()}>
      {people.map((person, i) => {
        const { name, initials } = names[i] ?? { name: person.name, initials: '' };
        const label = getLabel(person, name, presence.client);
        return (
          <li key={person.client}>
            <Tooltip label={label} events={{ hover: true, focus: true, touch: true }}>
              <span
                className={styles['face']}
                style={{ background: personColour(person.colour) }}
                aria-hidden
              >
                {initials}
              </span>
            </Tooltip>
            <VisuallyHidden>{label}</VisuallyHidden>
          </li>
        );
      })}
    </ul>
  );
}

function getLabel({ client, may }: Person, name: string, own: string): string {
  if (client === own) return texts.you({ name });
  return may === 'view' ? texts.viewing({ name }) : name;
}

/** Asks a guest for a name once, and lets it be changed; who is signed in has one. */
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
  if (access.accountName !== undefined) {
    return (
      <p className={styles['account']}>
        {texts.editingAs({ name: access.accountName })}{' '}
        <Link href="/settings">{texts.changeInSettings()}</Link>
      </p>
    );
  }
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
