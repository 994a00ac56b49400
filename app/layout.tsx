import '@mantine/core/styles.css';
import '#components/shell/fonts.css';
import '#components/shell/tokens.css';
import '#components/shell/page.css';
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { nonceHeader } from '#app/http/content-security';
import { preloadInterfaceFont } from '#app/preload-fonts';
import { getSession, hasSessionCookie } from '#app/session';
import { Appearance } from '#components/shell/appearance';
import { OwnAccount } from '#components/shell/own-account';
import { JobNotices } from '#components/notices/job-notices';
import { Charging } from '#components/shell/charging';
import { getLocale } from '#lib/messages/locale';
import * as texts from '#messages/frame';
import { env } from '#lib/settings/env';

// Every page depends on its reader, so none is prerendered.
export const dynamic = 'force-dynamic';

export function generateMetadata(): Metadata {
  return {
    title: { default: 'Longhand', template: texts.tab({ title: '%s' }) },
    description: texts.about(),
    icons: '/favicon.svg',
    robots: { index: false },
  };
}

export const viewport: Viewport = { colorScheme: 'light dark' };

export default async function Layout({ children }: { children: ReactNode }) {
  preloadInterfaceFont();
  const nonce = (await headers()).get(nonceHeader) ?? '';
  // The page fails in the same way and reports it.
  const session = await getSession().catch(() => 'unknown' as const);
  const account = session === 'unknown' ? undefined : session;
  const isUnconfirmed = session === 'unknown' && (await hasSessionCookie());
  const shown = account && {
    id: account.accountId,
    email: account.email,
    isOperator: account.role === 'operator',
  };
  return (
    <html lang={getLocale()} {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
      </head>
      <body>
        <Appearance nonce={nonce}>
          <Charging kind={env().priceCentsPerMinute > 0 ? 'charged' : 'free'}>
            <OwnAccount account={shown} isUnconfirmed={isUnconfirmed}>
              {children}
            </OwnAccount>
            {account !== undefined && <JobNotices />}
          </Charging>
        </Appearance>
      </body>
    </html>
  );
}
