import { Container } from '@mantine/core';
import type { ReactNode } from 'react';
import { SignOutButton } from '#components/sign-in/sign-out-button';
import { Link } from '#components/ui/link';
import { DropTarget } from '#components/uploads/drop-target';
import { AccountNav } from '#components/shell/account-nav';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/frame';
import styles from './page-frame.module.css';

/** The header and width of every page. `email` is the account's; `isUnconfirmed` shows its navigation without one. */
export function PageFrame({
  email,
  isUnconfirmed = false,
  skip,
  children,
}: {
  email?: string | undefined;
  isUnconfirmed?: boolean;
  /** The target of a second skip link, after the start of the content. */
  skip?: { id: string; title: string } | undefined;
  children: ReactNode;
}) {
  return (
    <div className={styles['frame']}>
      <a className={styles['skip']} href="#content">
        {texts.skip()}
      </a>
      {skip !== undefined && (
        <a className={styles['skip']} href={`#${skip.id}`}>
          {skip.title}
        </a>
      )}
      <header className={styles['header']}>
        <Container size="lg" className={styles['bar'] ?? ''}>
          <Link className={styles['brand']} href="/">
            {/* Lazy: otherwise pages that use this frame only on errors would preload it. */}
            {/* oxlint-disable-next-line nextjs/no-img-element -- a vector of 400 bytes needs no optimising */}
            <img src="/favicon.svg" alt="" width={24} height={24} loading="lazy" />
            Longhand
          </Link>
          <Link className={styles['link']} href="/docs">
            {texts.reference()}
          </Link>
          <Link className={styles['link']} href="/help">
            {commonTexts.help()}
          </Link>
          {email !== undefined && (
            <>
              <span className={styles['email']} title={email}>
                {email}
              </span>
              <SignOutButton />
            </>
          )}
        </Container>
        {(email !== undefined || isUnconfirmed) && <AccountNav />}
      </header>
      <Container
        component="main"
        id="content"
        tabIndex={-1}
        size="lg"
        w="100%"
        className={styles['main'] ?? ''}
      >
        {children}
      </Container>
      {email !== undefined && <DropTarget />}
    </div>
  );
}
