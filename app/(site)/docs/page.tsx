import { Anchor, Text, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { signedIn } from '#app/session';
import { ApiReference } from '#components/docs/api-reference';
import { PageFrame } from '#components/page-frame';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'API reference' };

const documentPath = '/v1/openapi.json';

export default async function Page() {
  const account = await signedIn();
  return (
    <PageFrame email={account?.email}>
      <Title order={1}>API reference</Title>
      <Text mt="xs" mb="lg">
        The same as a document for programs:{' '}
        <Anchor href={documentPath} underline="always">
          OpenAPI 3.1
        </Anchor>
      </Text>
      <ApiReference path={documentPath} />
    </PageFrame>
  );
}
