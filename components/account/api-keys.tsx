'use client';

import { Badge, Button } from '@mantine/core';
import { useState } from 'react';
import { Question } from '#components/account/question';
import { useAction, type Outcome } from './use-action';
import { LocalTime } from '#components/local-time';
import { keyTexts as texts } from '#components/texts/developers';
import styles from './developers.module.css';

/** A key as its owner's page shows it. Moments are ISO texts. */
export interface ShownKey {
  id: string;
  name: string;
  mode: keyof typeof texts.modes;
  scope: keyof typeof texts.scopes;
  /** What the key begins with, and the last four of its characters. */
  start: string;
  lastFour: string;
  createdAt: string;
  lastUsedAt: string | undefined;
  expiresAt: string | undefined;
  isExpired: boolean;
}

/** The account's keys, each to be revoked after a question. */
export function ApiKeys({
  keys,
  revoke,
}: {
  keys: ShownKey[];
  revoke: (keyId: string) => Promise<Outcome<void>>;
}) {
  const [asked, setAsked] = useState<ShownKey>();
  const [isOpen, setOpen] = useState(false);
  const revoking = useAction(revoke);

  function ask(key: ShownKey) {
    revoking.forget();
    setAsked(key);
    setOpen(true);
  }

  async function answerYes() {
    if (asked !== undefined && (await revoking.run(asked.id))) setOpen(false);
  }

  /** The button that was pressed has gone with its key. */
  function keepFocus() {
    if (document.activeElement === document.body) document.getElementById('room-title')?.focus();
  }

  return (
    <>
      <KeyList keys={keys} onRevoke={ask} />
      <Question
        title={texts.revokeTitle(asked?.name ?? '')}
        yes={texts.revokeYes}
        isOpen={isOpen}
        isBusy={revoking.isBusy}
        trouble={revoking.trouble}
        onYes={() => void answerYes()}
        onClose={() => setOpen(false)}
        onClosed={keepFocus}
      >
        {texts.revokeHint(asked?.start ?? '', asked?.lastFour ?? '')}
      </Question>
    </>
  );
}

function KeyList({ keys, onRevoke }: { keys: ShownKey[]; onRevoke: (key: ShownKey) => void }) {
  if (keys.length === 0) {
    return (
      <div className={styles['empty']}>
        <strong>{texts.none}</strong>
        <span>{texts.noneHint}</span>
      </div>
    );
  }
  return (
    <ul className={styles['list']} aria-label={texts.listed}>
      {keys.map((key) => (
        <KeyRow key={key.id} shown={key} onRevoke={() => onRevoke(key)} />
      ))}
    </ul>
  );
}

function KeyRow({ shown, onRevoke }: { shown: ShownKey; onRevoke: () => void }) {
  const { name, mode, scope, start, lastFour, createdAt, lastUsedAt } = shown;
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <div className={styles['heading']}>
          <span className={styles['name']}>{name}</span>
          {mode === 'test' && (
            <Badge variant="default" size="sm">
              {texts.sandboxMark}
            </Badge>
          )}
        </div>
        <div className={styles['facts']}>
          <code className={styles['code']}>{`${start}…${lastFour}`}</code>
          <span>{texts.scopes[scope].label}</span>
          <span>
            {texts.created} <LocalTime iso={createdAt} />
          </span>
          <span>
            {lastUsedAt === undefined ? (
              texts.neverUsed
            ) : (
              <>
                {texts.lastUsed} <LocalTime iso={lastUsedAt} />
              </>
            )}
          </span>
          <Expiry shown={shown} />
        </div>
      </div>
      <Button variant="default" size="xs" h={36} onClick={onRevoke} aria-label={texts.revokeNamed(name)}>
        {texts.revoke}
      </Button>
    </li>
  );
}

function Expiry({ shown: { expiresAt, isExpired } }: { shown: ShownKey }) {
  if (expiresAt === undefined) return <span>{texts.neverExpires}</span>;
  return (
    <span className={isExpired ? styles['bad'] : undefined}>
      {isExpired ? texts.expiredAt : texts.expiresAt} <LocalTime iso={expiresAt} />
    </span>
  );
}
