import { Anchor, Text, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { signedIn } from '#app/session';
import { ApiReference } from '#components/docs/api-reference';
import { PageFrame } from '#components/page-frame';
import { referenceTexts as texts } from '#components/texts/site';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: texts.title };

const documentPath = '/v1/openapi.json';

export default async function Page() {
  const account = await signedIn();
  return (
    <PageFrame email={account?.email}>
      <Title order={1}>{texts.title}</Title>
      <Text mt="xs" mb="lg">
        {texts.asDocument}{' '}
        <Anchor href={documentPath} underline="always">
          {texts.document}
        </Anchor>
      </Text>
      <ApiReference path={documentPath} />
    </PageFrame>
  );
}
