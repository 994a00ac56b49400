import type { Metadata } from 'next';
import { readLog } from '#app/(account)/developers/callbacks/read-log';
import { requireSession } from '#app/session';
import { CallbackLog } from './callback-log';
import { DeveloperFrame } from '#app/(account)/developers/developer-frame.tsx';
import { TestCallback } from './test-callback';
import { PageFrame } from '#components/shell/page-frame';
import * as developerTexts from '#messages/developers';
import * as texts from '#messages/webhooks';

export const dynamic = 'force-dynamic';
export const generateMetadata = (): Metadata => ({ title: developerTexts.webhooks() });

type Query = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { db, accountId, email } = await requireSession('/developers/callbacks');
  const log = await readLog(db, { accountId, query: await searchParams });
  return (
    <PageFrame email={email}>
      <DeveloperFrame page="webhooks" lead={texts.lead()}>
        <TestCallback />
        <CallbackLog {...log} />
      </DeveloperFrame>
    </PageFrame>
  );
}
