'use client';

import { formatList } from '#lib/messages/format';
import * as texts from '#messages/editor/presence';
import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useEditorServices } from '#components/editor/context.ts';
import { focusAtOnce } from '#components/ui/focus-on-mount.ts';
import { Link } from '#components/ui/link';
import { useStored } from '#components/ui/store.ts';
import { useSyncView } from '#components/editor/sync/use-sync.ts';
import { AskName } from './ask-name';
import { namePeople } from './name-people';
import styles from './people.module.css';
import { personColor } from './person-color';
import type { Person } from './presence';

/** The maximum number of avatars; further people are counted. */
const maxFaces = 3;

/** The people who have the transcript open, if there are others. */
export function People() {
  const people = usePeople();
  if (people.length < 2) return null;
  const shown = people.length > maxFaces ? maxFaces - 1 : maxFaces;
  const others = people.slice(shown);
  return (
    <div className={styles['place']}>
      <ul className={styles['people']} aria-label={texts.people()}>
        {people.map((person, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- avatars keep their order
          <li key={i}>
            {i < shown && <Face person={person} />}
            <VisuallyHidden>{person.label}</VisuallyHidden>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <Tooltip
          label={formatList(others.map(({ label }) => label))}
          events={{ hover: true, focus: true, touch: true }}
        >
          <span className={`${styles['face']} ${styles['others']}`} aria-hidden>
            +{others.length}
          </span>
        </Tooltip>
      )}
    </div>
  );
}

function Face({ person: { label, initials, colour } }: { person: ShownPerson }) {
  return (
    <Tooltip label={label} events={{ hover: true, focus: true, touch: true }}>
      <span className={styles['face']} style={{ background: personColor(colour) }} aria-hidden>
        {initials}
      </span>
    </Tooltip>
  );
}

/** A person with a distinct label. */
export interface ShownPerson extends Person {
  /** The name, with notes for this tab and for view-only people. */
  label: string;
  /** Two letters. */
  initials: string;
}

/** The people who have the transcript open, including this tab. */
export function usePeople(): ShownPerson[] {
  const { presence } = useEditorServices();
  const people = useStored(presence.people);
  const names = namePeople(people.map(({ name }) => name));
  return people.map((person, i) => {
    const { name, initials } = names[i] ?? { name: person.name, initials: '' };
    return { ...person, label: getLabel(person, name, presence.client), initials };
  });
}

function getLabel({ client, may }: Person, name: string, own: string): string {
  if (client === own) return texts.you({ name });
  return may === 'view' ? texts.viewing({ name }) : name;
}

/** Tells a guest who shared the transcript and what they can do, and asks for a name. Keeps its space at the end. */
export function GuestNotice() {
  const { access, sync } = useEditorServices();
  const isClosed = useSyncView(sync, ({ status }) => status.kind === 'closed');
  if (access.isOwner || access.ownerName === undefined) return null;
  return (
    <>
      <p className={styles['shared']} style={isClosed ? { visibility: 'hidden' } : undefined}>
        {texts.shared[access.may]({ name: access.ownerName })}
      </p>
      {access.may === 'edit' && <GuestName isClosed={isClosed} />}
    </>
  );
}

/** Asks a guest for a name once, and lets them change it while the transcript is editable. */
function GuestName({ isClosed }: { isClosed: boolean }) {
  const { sync } = useEditorServices();
  const place = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number>();
  useEffect(
    () =>
      sync.subscribe(() => {
        if (sync.view().status.kind === 'closed')
          setHeight((known) => known ?? place.current?.getBoundingClientRect().height);
      }),
    [sync],
  );
  // Keeps its height, so that the text below doesn't move.
  return (
    <div ref={place} className={styles['guest']} style={isClosed ? { height } : undefined}>
      {!isClosed && <OwnName />}
    </div>
  );
}

/** A guest's own name. Signed-in people already have one. */
function OwnName() {
  const { presence, access } = useEditorServices();
  const name = useStored(presence.guestName);
  const [asks, setAsks] = useState(name === undefined);
  // Once used, the field and the button pass the focus to each other.
  const [isUsed, setUsed] = useState(false);
  const ask = (asks: boolean): void => {
    setUsed(true);
    setAsks(asks);
  };
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
        ownerName={access.ownerName}
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
