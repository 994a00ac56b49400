'use client';

import { Button, Group, Modal, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { BusyButton } from '#components/busy-button';
import type { Outcome } from '#components/account/action-form';
import { SettingsSection } from '#components/account/settings-section';
import { LocalTime } from '#components/local-time';
import { authTexts, settingsTexts as texts } from '#components/texts/auth';
import styles from './sessions-section.module.css';

/** A browser that is signed in; `isThis` is the one that shows the page. */
export interface ShownSession {
  id: string;
  browser: string | undefined;
  system: string | undefined;
  signedInAt: string;
  lastSeenAt: string;
  isThis: boolean;
}

type Which = 'others' | 'all' | { id: string };

/** The browsers that are signed in to the account, to be signed out one by one or together. */
export function SessionsSection({
  sessions,
  signOut,
}: {
  sessions: ShownSession[];
  signOut: (which: Which) => Promise<Outcome<null>>;
}) {
  const router = useRouter();
  const [busyWith, setBusyWith] = useState<Which>();
  const [trouble, setTrouble] = useState<string>();
  const [isAsking, setAsking] = useState(false);

  async function end(which: Which) {
    setBusyWith(which);
    const outcome = await signOut(which).catch(() => ({ trouble: authTexts.unreachable }));
    setBusyWith(undefined);
    setAsking(false);
    setTrouble('trouble' in outcome ? outcome.trouble : undefined);
    if ('trouble' in outcome) return;
    if (which === 'all') globalThis.location.assign('/sign-in');
    else router.refresh();
  }

  const isBusyWith = (id: string) => typeof busyWith === 'object' && busyWith.id === id;
  return (
    <SettingsSection title={texts.sessions} lead={texts.sessionsLead}>
      <ul className={styles['list']} aria-label={texts.sessions}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={isBusyWith(session.id)}
            end={() => void end({ id: session.id })}
          />
        ))}
      </ul>
      <Group mt="md" gap="sm">
        {sessions.length > 1 && (
          <BusyButton variant="default" isBusy={busyWith === 'others'} onClick={() => void end('others')}>
            {texts.signOutOthers}
          </BusyButton>
        )}
        <Button variant="default" onClick={() => setAsking(true)}>
          {texts.signOutAll}
        </Button>
      </Group>
      <Text role="alert" c="var(--longhand-bad)" mt={trouble === undefined ? 0 : 'sm'}>
        {trouble}
      </Text>
      <Modal opened={isAsking} onClose={() => setAsking(false)} title={texts.askAll} centered>
        <Text>{texts.askAllText}</Text>
        <Group mt="lg" justify="flex-end">
          <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
            {texts.cancel}
          </Button>
          <BusyButton color="red" isBusy={busyWith === 'all'} onClick={() => void end('all')}>
            {texts.signOutAll}
          </BusyButton>
        </Group>
      </Modal>
    </SettingsSection>
  );
}

function SessionRow({ session, isBusy, end }: { session: ShownSession; isBusy: boolean; end: () => void }) {
  const device = texts.device(session.browser, session.system);
  return (
    <li className={styles['session']}>
      <div>
        <p className={styles['device']}>{device}</p>
        <p className={styles['times']}>
          {texts.signedInAt} <LocalTime iso={session.signedInAt} />, {texts.lastSeen}{' '}
          <LocalTime iso={session.lastSeenAt} />
        </p>
      </div>
      {session.isThis ? (
        <span className={styles['this']}>{texts.thisBrowser}</span>
      ) : (
        <BusyButton
          variant="default"
          size="xs"
          h={36}
          isBusy={isBusy}
          aria-label={texts.signOutNamed(device)}
          onClick={end}
        >
          {texts.signOutOne}
        </BusyButton>
      )}
    </li>
  );
}
