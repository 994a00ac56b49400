import type { Metadata } from 'next';
import { z } from 'zod';
import { requireSession } from '#app/session';
import { DeveloperFrame } from '#app/(account)/developers/developer-frame.tsx';
import { PageFrame } from '#components/shell/page-frame';
import { maxRequestsPerAccount } from '#lib/api/request-log/store-requests';
import * as developerTexts from '#messages/developers';
import * as texts from '#messages/request-log';
import { presentRequest } from '#app/(account)/developers/requests/present-request';
import { listRequestKeys, listRequests } from '#lib/api/request-log/list-requests';
import { flushRequests } from '#lib/api/request-log/record-request';
import type { Db } from '#lib/db/database';
import { RequestLog, type RequestLogPage } from './request-log';

export const dynamic = 'force-dynamic';
export const generateMetadata = (): Metadata => ({ title: developerTexts.requests() });

type Query = Promise<Record<string, string | string[] | undefined>>;

const pageSize = 50;

const queryShape = z.object({
  status: z.enum(['2', '4', '5']).optional().catch(undefined),
  key: z
    .string()
    .max(64)
    .transform((id) => id || undefined)
    .optional()
    .catch(undefined),
  after: z.string().max(64).optional().catch(undefined),
});

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

/** The page of the request log that the query asks for; what it asks wrongly counts as not asked. */
async function readPage(
  db: Db,
  { accountId, query }: { accountId: string; query: unknown },
): Promise<RequestLogPage> {
  const { status, key: keyId, after } = queryShape.parse(query);
  await flushRequests();
  const statusClass = status === undefined ? undefined : Number(status);
  const [listed, keys] = await Promise.all([
    // One more than is shown tells whether there are older ones.
    listRequests(db, { accountId, statusClass, keyId, after, limit: pageSize + 1 }),
    listRequestKeys(db, { accountId }),
  ]);
  const requests = listed.slice(0, pageSize).map(presentRequest);
  return {
    requests,
    statusClass: status,
    keyId,
    keys,
    isNewest: after === undefined,
    olderAfter: listed.length > pageSize ? requests.at(-1)?.id : undefined,
  };
}
