'use client';

import { Button, Text, Title } from '@mantine/core';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Sure, type Outcome } from '#components/account/sure';
import { LocalTime } from '#components/local-time';
import { keepingTexts } from '#components/texts/keeping';
import styles from './settings.module.css';

const texts = keepingTexts.links;

/** A link that opens a transcript without an account. */
export interface ShownLink {
  id: string;
  madeAt: string;
  name: string;
  href: string;
}

/** The account's share links that still work, each to be revoked. */
export function ShareLinks({
  links,
  revoke,
}: {
  links: ShownLink[];
  revoke: (linkId: string) => Promise<Outcome<undefined>>;
}) {
  const router = useRouter();
  const [asked, setAsked] = useState<ShownLink>();
  return (
    <section className={styles['section']} aria-labelledby="links">
      <Title order={2} size="h3" id="links">
        {texts.title}
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        {links.length === 0 ? texts.none : texts.about}
      </Text>
      {links.length > 0 && (
        <ul className={styles['rows']}>
          {links.map((link) => (
            <li key={link.id} className={styles['row']}>
              <Link className={styles['name']} href={link.href} title={link.name} prefetch={false}>
                {link.name}
              </Link>
              <span className={styles['fact']}>
                {texts.made} <LocalTime iso={link.madeAt} />
              </span>
              <Button
                variant="default"
                size="xs"
                h={36}
                onClick={() => setAsked(link)}
                aria-label={texts.revokeOf(link.name)}
              >
                {texts.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Sure
        opened={asked !== undefined}
        title={texts.sure}
        go={texts.revoke}
        back={texts.keep}
        notAsked={keepingTexts.notAsked}
        act={() => revoke(asked?.id ?? '')}
        onClose={() => setAsked(undefined)}
        onDone={() => router.refresh()}
      >
        {texts.lost(asked?.name ?? '')}
      </Sure>
    </section>
  );
}
