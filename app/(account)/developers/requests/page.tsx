import type { Metadata } from 'next';
import { z } from 'zod';
import { requireSession } from '#app/session';
import { DeveloperFrame } from '#app/(account)/developers/developer-frame.tsx';
import { maxRequestsPerAccount } from '#lib/api/request-log/store-requests';
import * as developerTexts from '#messages/developers';
import * as texts from '#messages/request-log';
import { afterShape, pageSize, toPage, type Query } from '#app/(account)/paging';
import { listRequestKeys, listRequests } from '#lib/api/request-log/list-requests';
import { flushRequests } from '#lib/api/request-log/record-request';
import { RequestLog } from './request-log';

export const generateMetadata = (): Metadata => ({ title: developerTexts.requests() });

const path = '/developers/requests';

// Invalid parameters count as missing.
const queryShape = z.object({
  status: z.enum(['2', '4', '5']).optional().catch(undefined),
  key: z
    .string()
    .max(64)
    .transform((id) => id || undefined)
    .optional()
    .catch(undefined),
  after: afterShape,
});

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { db, accountId, email } = await requireSession(path);
  const { status, key: keyId, after } = queryShape.parse(await searchParams);
  await flushRequests();
  const statusClass = status === undefined ? undefined : Number(status);
  const [listed, keys] = await Promise.all([
    listRequests(db, { accountId, statusClass, keyId, after, limit: pageSize + 1 }),
    listRequestKeys(db, { accountId }),
  ]);
  const { items, links } = toPage(listed, { path, after, query: { status, key: keyId } });
  return (
    <DeveloperFrame email={email} page="requests" lead={texts.lead({ max: maxRequestsPerAccount })}>
      <RequestLog requests={items} statusClass={status} keyId={keyId} keys={keys} links={links} />
    </DeveloperFrame>
  );
}
