'use client';

import '@mantine/core/styles.css';
import '#components/shell/page.css';
import { mantineHtmlProps } from '@mantine/core';
import { Appearance } from '#components/shell/appearance';
import { getLocale } from '#lib/messages/locale';
import ErrorPage from './error';

/** The error page for failures of the layout itself. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang={getLocale()} {...mantineHtmlProps}>
      <body>
        <Appearance>
          <ErrorPage error={error} />
        </Appearance>
      </body>
    </html>
  );
}
