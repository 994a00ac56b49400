'use client';

import * as texts from '#messages/editor/share';
import { Button, Group } from '@mantine/core';
import { useId } from 'react';
import { CopyButton } from '#components/ui/copy-button';
import { Choice } from '#components/ui/choice';
import { LocalTime } from '#components/ui/local-time';
import { linkPermissions, type JobLink } from './links';
import { SmallButton } from '#components/ui/busy-button';
import styles from './share.module.css';

/** An active link: label, URL, permission, expiry and last use. */
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
      <Moment at={expiresAt} label={texts.expiresAt()} never={texts.neverExpires()} />
      <Moment at={madeAt} label={texts.createdAt()} />
      <Moment at={usedAt} label={texts.lastUsed()} never={texts.neverUsed()} />
      <Group gap="var(--space-2)" mt="var(--space-2)">
        {url === null ? (
          <SmallButton aria-label={texts.newLinkFor({ name })} onClick={onNewLink}>
            {texts.newLink()}
          </SmallButton>
        ) : (
          <CopyButton from={addressId} label={texts.copyLinkNamed({ name })}>
            {texts.copyLink()}
          </CopyButton>
        )}
        <Choice
          size="xs"
          aria-label={texts.accessOf({ name })}
          values={linkPermissions}
          value={permission}
          nameOf={(value) => texts.permissions[value]()}
          onChoose={onPermission}
        />
        <Button size="xs" variant="default" aria-label={texts.revokeNamed({ name })} onClick={onRevoke}>
          {texts.revoke()}
        </Button>
      </Group>
    </li>
  );
}

function Moment({ at, label, never = '' }: { at: string | null; label: string; never?: string }) {
  if (at === null) return <span className={styles['fact']}>{never}</span>;
  return (
    <span className={styles['fact']}>
      {label} <LocalTime iso={at} />
    </span>
  );
}
