'use client';

import * as texts from '#messages/editor/share';
import { Button, NativeSelect } from '@mantine/core';
import { LocalTime } from '#components/ui/local-time';
import type { JobLink } from './links';
import styles from './share.module.css';

const permissions = ['view', 'edit'] as const;

/** A link that works: whom it is for, what its guests may do, until when, and when it was used. */
export function LinkRow({
  link: { permission, expiresAt, madeAt, usedAt },
  name,
  onPermission,
  onRevoke,
}: {
  link: JobLink;
  name: string;
  onPermission: (permission: JobLink['permission']) => void;
  onRevoke: () => void;
}) {
  return (
    <li className={styles['row']}>
      <strong className={styles['name']}>
        <bdi>{name}</bdi>
      </strong>
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
