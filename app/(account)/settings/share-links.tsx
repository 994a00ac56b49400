'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import { useKeptFocus } from '#components/ui/kept-focus/use-kept-focus.ts';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { getError } from '#components/ui/action-result.ts';
import { Link } from '#components/ui/link';
import { LocalTime } from '#components/ui/local-time';
import * as texts from '#messages/shared-transcripts';
import { revokeShareLink } from './actions';
import styles from './share-links.module.css';

/** A link that opens a transcript without an account. */
interface ShareLinkView {
  id: string;
  jobId: string;
  jobName: string;
  /** The owner's label for the link. */
  name: string | null;
  permission: keyof typeof texts.permissions;
  createdAt: Date;
  /** Null for never. */
  expiresAt: Date | null;
}

/** The account's active share links, with buttons to revoke them. */
export function ShareLinks({ links }: { links: ShareLinkView[] }) {
  const [asked, setAsked] = useState<ShareLinkView>();
  const { region } = useKeptFocus(findHeading);

  return (
    <>
      <div ref={region}>
        {links.length > 0 && (
          <ul className={styles['rows']}>
            {links.map((link) => (
              <li key={link.id} className={styles['row']} data-item={link.id}>
                <Link className={styles['name']} href={`/editor/${link.jobId}`} title={link.jobName}>
                  {link.jobName}
                </Link>
                <LinkFacts link={link} />
                <Button
                  variant="default"
                  size="xs"
                  h={36}
                  data-control="revoke"
                  onClick={() => setAsked(link)}
                  aria-label={texts.revokeNamed({ name: link.jobName })}
                >
                  {texts.revoke()}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {asked && (
        <ConfirmDialog
          title={texts.revokeTitle()}
          confirmLabel={texts.revoke()}
          onConfirm={async () => getError(await revokeShareLink(asked.id))}
          onClose={() => setAsked(undefined)}
        >
          {texts.revokeText({ name: asked.jobName })}
        </ConfirmDialog>
      )}
    </>
  );
}

function findHeading(region: HTMLElement): HTMLElement | null {
  return region.closest('section')?.querySelector('h2') ?? null;
}

/** The link's label, permission, creation and expiry. */
function LinkFacts({ link: { name, permission, createdAt, expiresAt } }: { link: ShareLinkView }) {
  return (
    <span className={styles['fact']}>
      {name !== null && (
        <>
          <bdi className={styles['whom']}>{name}</bdi> ·{' '}
        </>
      )}
      {texts.permissions[permission]()} · {texts.shared()} <LocalTime iso={createdAt} /> ·{' '}
      {expiresAt === null ? (
        texts.neverExpires()
      ) : (
        <>
          {texts.expires()} <LocalTime iso={expiresAt} />
        </>
      )}
    </span>
  );
}
