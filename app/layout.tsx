import '@mantine/core/styles.css';
import '../components/page.css';
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { nonceHeader } from '#app/content-security';
import { Appearance } from '#components/appearance';
import { Charging } from '#components/charging';
import { frameTexts as texts } from '#components/texts/frame';
import { env } from '#lib/env';

export const metadata: Metadata = {
  title: { default: texts.name, template: texts.tab('%s') },
  description: texts.about,
  icons: '/favicon.svg',
  robots: { index: false },
};

export const viewport: Viewport = { colorScheme: 'light dark' };

export default async function Layout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get(nonceHeader) ?? '';
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
      </head>
      <body>
        <Appearance>
          <Charging kind={env().priceCentsPerMinute > 0 ? 'charged' : 'free'}>{children}</Charging>
        </Appearance>
      </body>
    </html>
  );
}
