'use client';

import { Button, NativeSelect } from '@mantine/core';
import { LocalTime } from '#components/local-time';
import { sharingTexts as texts } from '#components/texts/sharing';
import type { JobLink } from './links';
import styles from './share.module.css';

const permissions = Object.entries(texts.permissions).map(([value, label]) => ({ value, label }));

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
          texts.facts.never
        ) : (
          <>
            {texts.facts.expires} <LocalTime iso={expiresAt} />
          </>
        )}
      </span>
      <span className={styles['fact']}>
        {texts.facts.made} <LocalTime iso={madeAt} />
      </span>
      <span className={styles['fact']}>
        {usedAt === null ? (
          texts.facts.notUsed
        ) : (
          <>
            {texts.facts.used} <LocalTime iso={usedAt} />
          </>
        )}
      </span>
      <div className={styles['actions']}>
        <NativeSelect
          size="xs"
          aria-label={texts.permissionOf(name)}
          value={permission}
          data={permissions}
          onChange={(event) => onPermission(event.currentTarget.value as JobLink['permission'])}
        />
        <Button size="xs" variant="default" aria-label={texts.revokeOf(name)} onClick={onRevoke}>
          {texts.revoke}
        </Button>
      </div>
    </li>
  );
}
