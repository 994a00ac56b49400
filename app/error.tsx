'use client';

import { Button } from '@mantine/core';
import { ButtonLink } from '#components/button-link';
import { Message } from '#components/message';
import { PageFrame } from '#components/page-frame';
import { frameTexts } from '#components/texts/frame';
import { troubleTexts as texts } from '#components/texts/troubles';

/** What a page shows when something unforeseen happened. `digest` finds the cause in the server's log. */
export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  const actions = (
    <>
      <Button size="md" onClick={() => globalThis.location.reload()}>
        {texts.defect.again}
      </Button>
      <ButtonLink href="/" look="default">
        {texts.home}
      </ButtonLink>
    </>
  );
  return (
    <PageFrame>
      <title>{frameTexts.tab(texts.defect.title)}</title>
      <Message title={texts.defect.title} actions={actions}>
        {texts.defect.text}
        {error.digest !== undefined && ` ${texts.defect.quote(error.digest)}`}
      </Message>
    </PageFrame>
  );
}
