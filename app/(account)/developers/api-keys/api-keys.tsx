'use client';

import { Badge, Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { EmptyLog, LogList } from '#components/shell/log-list';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { getError } from '#components/ui/action-result.ts';
import { focusIfLost } from '#components/ui/focus-on-mount.ts';
import { LocalTime } from '#components/ui/local-time';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/api-keys';
import { revokeApiKey } from './actions';
import styles from '#components/shell/section.module.css';

/** A key as shown to its owner. */
export interface ApiKeyView {
  id: string;
  name: string;
  mode: keyof typeof texts.modes;
  scope: keyof typeof texts.permissionOptions;
  /** The key's first characters; `lastFour` are its last. */
  start: string;
  lastFour: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  isExpired: boolean;
}

/** The account's keys, each with a button to revoke it. */
export function ApiKeys({ keys }: { keys: ApiKeyView[] }) {
  const [asked, setAsked] = useState<ApiKeyView>();
  const hasRevoked = useRef(false);
  // The clicked button is removed with its key.
  useEffect(() => {
    if (hasRevoked.current) focusIfLost(document.getElementById('page-title'));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the focus is lost when one of these changes
  }, [keys, asked]);

  async function confirm(keyId: string) {
    const error = getError(await revokeApiKey(keyId));
    hasRevoked.current = error === undefined;
    return error;
  }

  return (
    <>
      <LogList label={texts.list()} empty={<EmptyLog title={texts.empty()} hint={texts.emptyHint()} />}>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} onRevoke={() => setAsked(key)} />
        ))}
      </LogList>
      {asked && (
        <ConfirmDialog
          title={texts.revokeTitle({ name: asked.name })}
          confirmLabel={texts.revokeConfirm()}
          onConfirm={() => confirm(asked.id)}
          onClose={() => setAsked(undefined)}
        >
          {texts.revokeText({ key: `${asked.start}…${asked.lastFour}` })}
        </ConfirmDialog>
      )}
    </>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKeyView; onRevoke: () => void }) {
  const { name, mode, scope, start, lastFour, createdAt, lastUsedAt } = apiKey;
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <div className={styles['heading']}>
          <span className={styles['name']}>{name}</span>
          {mode === 'test' && <Badge>{commonTexts.sandbox()}</Badge>}
        </div>
        <div className={styles['facts']}>
          <code className={styles['code']}>{`${start}…${lastFour}`}</code>
          <span>{texts.permissionOptions[scope]()}</span>
          <span>
            {texts.created()} <LocalTime iso={createdAt} />
          </span>
          <span>
            {lastUsedAt === null ? (
              texts.neverUsed()
            ) : (
              <>
                {texts.lastUsed()} <LocalTime iso={lastUsedAt} />
              </>
            )}
          </span>
          <Expiry apiKey={apiKey} />
        </div>
      </div>
      <Button variant="default" size="xs" h={36} onClick={onRevoke} aria-label={texts.revokeNamed({ name })}>
        {texts.revoke()}
      </Button>
    </li>
  );
}

function Expiry({ apiKey: { expiresAt, isExpired } }: { apiKey: ApiKeyView }) {
  if (expiresAt === null) return <span>{texts.neverExpires()}</span>;
  return (
    <span className={isExpired ? styles['bad'] : undefined}>
      {isExpired ? texts.expired() : texts.expires()} <LocalTime iso={expiresAt} />
    </span>
  );
}
