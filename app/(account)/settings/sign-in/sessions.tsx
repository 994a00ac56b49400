'use client';

import { Button, Group, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { BusyButton } from '#components/ui/busy-button';
import { getError } from '#components/ui/action-result.ts';
import { focusIfLost } from '#components/ui/focus-on-mount.ts';
import { LocalTime } from '#components/ui/local-time';
import * as commonTexts from '#messages/common';
import * as frameTexts from '#messages/frame';
import * as texts from '#messages/settings';
import { endSessions } from './actions';
import styles from './sessions.module.css';

/** A signed-in browser; `isThis` is the current one. */
export interface SessionView {
  id: string;
  browser: string | undefined;
  system: string | undefined;
  signedInAt: string;
  lastSeenAt: string;
  isThis: boolean;
}

type Which = 'others' | 'all' | { id: string };

/** The account's signed-in browsers, to sign out individually or together. */
export function Sessions({ sessions }: { sessions: SessionView[] }) {
  const router = useRouter();
  const [busyWith, setBusyWith] = useState<Exclude<Which, 'all'>>();
  const [error, setError] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const allButton = useRef<HTMLButtonElement>(null);
  const shown = useRef(sessions.length);
  // Signing a browser out removes its button.
  useEffect(() => {
    if (sessions.length < shown.current) focusIfLost(allButton.current);
    shown.current = sessions.length;
  }, [sessions.length]);

  async function end(which: Exclude<Which, 'all'>) {
    setBusyWith(which);
    const result = await endSessions(which).catch(() => ({ error: commonTexts.serverUnreachable() }));
    setBusyWith(undefined);
    setError(getError(result));
    if (!('error' in result)) router.refresh();
  }

  async function endAll() {
    const failure = getError(await endSessions('all'));
    if (failure === undefined) globalThis.location.assign('/sign-in');
    return failure;
  }

  const isBusyWith = (id: string) => typeof busyWith === 'object' && busyWith.id === id;
  return (
    <>
      <ul className={styles['list']} aria-label={texts.sessions()}>
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
            {texts.signOutOthers()}
          </BusyButton>
        )}
        <Button ref={allButton} variant="default" onClick={() => setAsking(true)}>
          {texts.signOutAll()}
        </Button>
      </Group>
      <Text role="alert" c="var(--color-danger)" mt={error === undefined ? 0 : 'sm'}>
        {error}
      </Text>
      {isAsking && (
        <ConfirmDialog
          title={texts.signOutAllTitle()}
          confirmLabel={texts.signOutAll()}
          onConfirm={endAll}
          onClose={() => setAsking(false)}
        >
          {texts.signOutAllText()}
        </ConfirmDialog>
      )}
    </>
  );
}

function SessionRow({ session, isBusy, end }: { session: SessionView; isBusy: boolean; end: () => void }) {
  const device = describeDevice(session);
  return (
    <li className={styles['session']}>
      <div>
        <p className={styles['device']}>{device}</p>
        <p className={styles['times']}>
          {texts.signedIn()} <LocalTime iso={session.signedInAt} /> · {texts.lastUsed()}{' '}
          <LocalTime iso={session.lastSeenAt} />
        </p>
      </div>
      {session.isThis ? (
        <span className={styles['this']}>{texts.thisBrowser()}</span>
      ) : (
        <BusyButton
          variant="default"
          size="xs"
          h={36}
          isBusy={isBusy}
          aria-label={texts.signOutDevice({ device })}
          onClick={end}
        >
          {frameTexts.signOut()}
        </BusyButton>
      )}
    </li>
  );
}

function describeDevice({ browser, system }: SessionView): string {
  if (browser === undefined) {
    return system === undefined ? texts.unknownBrowser() : texts.unknownBrowserOn({ system });
  }
  return system === undefined ? browser : texts.device({ browser, system });
}
