import type { Metadata } from 'next';
import { readPage } from '#app/(account)/developers/requests/read-page';
import { requireSession } from '#app/session';
import { DeveloperFrame } from '#app/(account)/developers/developer-frame.tsx';
import { RequestLog } from './request-log';
import { PageFrame } from '#components/shell/page-frame';
import { maxRequestsPerAccount } from '#lib/api/request-log/store-requests';
import * as developerTexts from '#messages/developers';
import * as texts from '#messages/request-log';

export const dynamic = 'force-dynamic';
export const generateMetadata = (): Metadata => ({ title: developerTexts.requests() });

type Query = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { db, accountId, email } = await requireSession('/developers/requests');
  const log = await readPage(db, { accountId, query: await searchParams });
  return (
    <PageFrame email={email}>
      <DeveloperFrame page="requests" lead={texts.lead({ max: maxRequestsPerAccount })}>
        <RequestLog {...log} />
      </DeveloperFrame>
    </PageFrame>
  );
}
