'use client';

import { Button } from '@mantine/core';
import Link from 'next/link';
import { useState } from 'react';
import { Question } from '#components/account/question';
import { SettingsSection } from '#components/account/settings-section';
import { useAction, type Outcome } from './use-action';
import { LocalTime } from '#components/local-time';
import { keepingTexts } from '#components/texts/keeping';
import { sharingTexts } from '#components/texts/sharing';
import styles from './share-links.module.css';

const texts = keepingTexts.links;

/** A link that opens a transcript without an account. */
export interface ShownLink {
  id: string;
  madeAt: string;
  /** The job's. */
  name: string;
  /** What the owner calls the link. */
  forWhom: string | null;
  permission: keyof typeof sharingTexts.permissions;
  /** Null for never. */
  expiresAt: string | null;
  href: string;
}

/** The account's share links that still work, each to be revoked. */
export function ShareLinks({
  links,
  revoke,
}: {
  links: ShownLink[];
  revoke: (linkId: string) => Promise<Outcome<void>>;
}) {
  // The name stays in the question while it leaves the screen.
  const [asked, setAsked] = useState<ShownLink>();
  const [isOpen, setOpen] = useState(false);
  const { run, isBusy, trouble, forget } = useAction(revoke);

  async function confirm() {
    if (asked !== undefined && (await run(asked.id)) !== undefined) setOpen(false);
  }

  return (
    <SettingsSection title={texts.title} lead={links.length === 0 ? texts.none : texts.about}>
      {links.length > 0 && (
        <ul className={styles['rows']}>
          {links.map((link) => (
            <li key={link.id} className={styles['row']}>
              <Link className={styles['name']} href={link.href} title={link.name} prefetch={false}>
                {link.name}
              </Link>
              <LinkFacts link={link} />
              <Button
                variant="default"
                size="xs"
                h={36}
                onClick={() => {
                  forget();
                  setAsked(link);
                  setOpen(true);
                }}
                aria-label={texts.revokeOf(link.name)}
              >
                {texts.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Question
        title={texts.sure}
        yes={texts.revoke}
        isOpen={isOpen}
        isBusy={isBusy}
        trouble={trouble}
        onYes={() => void confirm()}
        onClose={() => setOpen(false)}
      >
        {texts.lost(asked?.name ?? '')}
      </Question>
    </SettingsSection>
  );
}

/** Whom it is for, what it lets its guests do, since when and until when. */
function LinkFacts({ link: { forWhom, permission, madeAt, expiresAt } }: { link: ShownLink }) {
  return (
    <span className={styles['fact']}>
      {forWhom !== null && (
        <>
          <bdi className={styles['whom']}>{forWhom}</bdi> ·{' '}
        </>
      )}
      {texts.may[permission]} · {texts.made} <LocalTime iso={madeAt} /> ·{' '}
      {expiresAt === null ? (
        sharingTexts.facts.never
      ) : (
        <>
          {sharingTexts.facts.expires} <LocalTime iso={expiresAt} />
        </>
      )}
    </span>
  );
}
