'use client';

import { Button, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { getError } from '#components/ui/action-result.ts';
import { LocalTime } from '#components/ui/local-time';
import * as texts from '#messages/passkeys';
import { AddPasskey } from './add-passkey';
import { removePasskey } from './passkey-actions';
import styles from './sessions.module.css';

/** A passkey of the account. */
interface PasskeyView {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The account's passkeys, to add or remove. `address` is the server's. */
export function Passkeys({
  passkeys,
  address,
  isAvailable,
  isPasswordSet,
}: {
  passkeys: PasskeyView[];
  address: string;
  isAvailable: boolean;
  isPasswordSet: boolean;
}) {
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<PasskeyView>();
  const [isAdded, setAdded] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const shown = useRef(passkeys.length);
  // Removing a passkey removes its button.
  useEffect(() => {
    if (passkeys.length < shown.current) addButton.current?.focus();
    shown.current = passkeys.length;
  }, [passkeys.length]);

  return (
    <>
      {passkeys.length > 0 && (
        <ul className={styles['list']} aria-label={texts.title()}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} remove={() => setRemoving(passkey)} />
          ))}
        </ul>
      )}
      {isAvailable ? (
        <>
          {passkeys.length === 0 && <Text>{texts.none()}</Text>}
          <Button
            ref={addButton}
            variant="default"
            mt="md"
            onClick={() => {
              setAdded(false);
              setAdding(true);
            }}
          >
            {texts.add()}
          </Button>
        </>
      ) : (
        <Text mt={passkeys.length > 0 ? 'md' : 0} style={{ overflowWrap: 'anywhere' }}>
          {texts.unavailable({ address })}
        </Text>
      )}
      <output>
        {isAdded && (
          <Text component="span" display="block" mt="sm">
            {texts.addedNow()}
          </Text>
        )}
      </output>
      {isAdding && (
        <AddPasskey
          address={address}
          isPasswordSet={isPasswordSet}
          onAdded={() => setAdded(true)}
          onClose={() => setAdding(false)}
        />
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={texts.removeTitle()}
          confirmLabel={texts.remove()}
          onConfirm={async () => getError(await removePasskey(removing.id))}
          onClose={() => setRemoving(undefined)}
        >
          {texts.removeText({ name: removing.name })}
        </ConfirmDialog>
      )}
    </>
  );
}

function PasskeyRow({ passkey, remove }: { passkey: PasskeyView; remove: () => void }) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className={styles['session']}>
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <p className={styles['device']} dir="auto">
          {name}
        </p>
        <p className={styles['times']}>
          {texts.added()} <LocalTime iso={createdAt} /> · {texts.lastUsed()}{' '}
          {lastUsedAt === null ? texts.neverUsed() : <LocalTime iso={lastUsedAt} />}
        </p>
      </div>
      <Button variant="default" size="xs" h={36} aria-label={texts.removeNamed({ name })} onClick={remove}>
        {texts.remove()}
      </Button>
    </li>
  );
}
