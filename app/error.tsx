'use client';

import { Button } from '@mantine/core';
import { ButtonLink } from '#components/ui/link';
import { StatusPage } from '#components/shell/status-page';
import { PageFrame } from '#components/shell/page-frame';
import { outageDigest } from '#components/shell/outage-digest.ts';
import { useOwnAccount, useUnconfirmedSession } from '#components/shell/own-account';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/errors';
import * as frameTexts from '#messages/frame';

/** The page for unexpected errors. `digest` identifies the cause in the server's log. */
export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  const email = useOwnAccount()?.email;
  const isUnconfirmed = useUnconfirmedSession();
  const isOutage = error.digest === outageDigest;
  const title = isOutage ? texts.unavailableTitle() : texts.pageFailedTitle();
  const actions = (
    <>
      <Button size="md" onClick={() => globalThis.location.reload()}>
        {commonTexts.tryAgain()}
      </Button>
      <ButtonLink href="/">{texts.home()}</ButtonLink>
    </>
  );
  return (
    <PageFrame email={email} isUnconfirmed={isUnconfirmed}>
      <title>{frameTexts.tab({ title })}</title>
      <StatusPage title={title} actions={actions}>
        {isOutage ? texts.unavailableText() : texts.pageFailedText()}
        {!isOutage && error.digest !== undefined && ` ${texts.pageFailedId({ id: error.digest })}`}
      </StatusPage>
    </PageFrame>
  );
}
