'use client';

import { Button } from '@mantine/core';
import { ButtonLink } from '#components/button-link';
import { Message } from '#components/message';
import { PageFrame } from '#components/page-frame';

/** What a page shows when something unforeseen happened. `digest` finds the cause in the server's log. */
export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  const actions = (
    <>
      <Button size="md" onClick={() => globalThis.location.reload()}>
        Try again
      </Button>
      <ButtonLink href="/" look="default">
        Front page
      </ButtonLink>
    </>
  );
  return (
    <PageFrame>
      <title>Something went wrong · Longhand</title>
      <Message title="Something went wrong" actions={actions}>
        This page could not be shown, and it is our fault. Trying again may help.
        {error.digest !== undefined && <> If you report it, quote {error.digest}.</>}
      </Message>
    </PageFrame>
  );
}
