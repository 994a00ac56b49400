'use client';

import { Button } from '@mantine/core';
import { ButtonLink } from '#components/ui/button-link';
import { StatusPage } from '#components/shell/status-page';
import { PageFrame } from '#components/shell/page-frame';
import { useOwnAccount } from '#components/shell/own-account';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/errors';
import * as frameTexts from '#messages/frame';

/** What a page shows when something unforeseen happened. `digest` finds the cause in the server's log. */
export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  const email = useOwnAccount()?.email;
  const actions = (
    <>
      <Button size="md" onClick={() => globalThis.location.reload()}>
        {commonTexts.tryAgain()}
      </Button>
      <ButtonLink href="/" look="default">
        {texts.home()}
      </ButtonLink>
    </>
  );
  return (
    <PageFrame email={email}>
      <title>{frameTexts.tab({ title: texts.pageFailedTitle() })}</title>
      <StatusPage title={texts.pageFailedTitle()} actions={actions}>
        {texts.pageFailedText()}
        {error.digest !== undefined && ` ${texts.pageFailedId({ id: error.digest })}`}
      </StatusPage>
    </PageFrame>
  );
}
