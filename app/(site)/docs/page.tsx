import { Anchor, Text, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { getSession } from '#app/session';
import { ApiReference } from './api-reference';
import { PageFrame } from '#components/shell/page-frame';
import * as texts from '#messages/api-reference';

export const generateMetadata = (): Metadata => ({ title: texts.title() });

const documentPath = '/v1/openapi.json';

export default async function Page() {
  const account = await getSession();
  return (
    <PageFrame email={account?.email}>
      <Title order={1}>{texts.title()}</Title>
      <Text mt="xs" mb="lg">
        {texts.lead()}{' '}
        <Anchor href={documentPath} underline="always">
          {texts.document()}
        </Anchor>
      </Text>
      <ApiReference path={documentPath} />
    </PageFrame>
  );
}
