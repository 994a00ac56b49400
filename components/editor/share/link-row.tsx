'use client';

import * as texts from '#messages/editor/share';
import { Button, NativeSelect } from '@mantine/core';
import { useId } from 'react';
import { CopyButton } from '#components/ui/copy-button';
import { LocalTime } from '#components/ui/local-time';
import type { JobLink } from './links';
import styles from './share.module.css';

const permissions = ['view', 'edit'] as const;

/** A link that works: whom it is for, where it opens, what its guests may do, until when, and when it was used. */
export function LinkRow({
  link: { url, permission, expiresAt, madeAt, usedAt },
  name,
  onPermission,
  onRevoke,
  onNewLink,
}: {
  link: JobLink;
  name: string;
  onPermission: (permission: JobLink['permission']) => void;
  onRevoke: () => void;
  onNewLink: () => void;
}) {
  const addressId = useId();
  return (
    <li className={styles['row']}>
      <strong className={styles['name']}>
        <bdi>{name}</bdi>
      </strong>
      {url === null ? (
        <span className={styles['fact']}>{texts.notCopyable()}</span>
      ) : (
        <code id={addressId} className={styles['address']} title={url}>
          {url}
        </code>
      )}
      <span className={styles['fact']}>
        {expiresAt === null ? (
          texts.neverExpires()
        ) : (
          <>
            {texts.expiresAt()} <LocalTime iso={expiresAt} />
          </>
        )}
      </span>
      <span className={styles['fact']}>
        {texts.createdAt()} <LocalTime iso={madeAt} />
      </span>
      <span className={styles['fact']}>
        {usedAt === null ? (
          texts.neverUsed()
        ) : (
          <>
            {texts.lastUsed()} <LocalTime iso={usedAt} />
          </>
        )}
      </span>
      <div className={styles['actions']}>
        {url === null ? (
          <Button
            size="xs"
            h={36}
            variant="default"
            aria-label={texts.newLinkFor({ name })}
            onClick={onNewLink}
          >
            {texts.newLink()}
          </Button>
        ) : (
          <CopyButton from={addressId} label={texts.copyLinkNamed({ name })}>
            {texts.copyLink()}
          </CopyButton>
        )}
        <NativeSelect
          size="xs"
          aria-label={texts.accessOf({ name })}
          value={permission}
          data={permissions.map((value) => ({ value, label: texts.permissions[value]() }))}
          onChange={(event) => onPermission(event.currentTarget.value as JobLink['permission'])}
        />
        <Button size="xs" variant="default" aria-label={texts.revokeNamed({ name })} onClick={onRevoke}>
          {texts.revoke()}
        </Button>
      </div>
    </li>
  );
}
