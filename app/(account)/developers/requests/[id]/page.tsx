import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { requireSession } from '#app/session';
import { DeveloperFrame } from '#app/(account)/developers/developer-frame.tsx';
import { RequestDetails } from './request-details';
import { readRequest } from '#lib/api/request-log/list-requests';
import { maxRequestsPerAccount } from '#lib/api/request-log/store-requests';
import * as developerTexts from '#messages/developers';
import * as texts from '#messages/request-log';

export const generateMetadata = (): Metadata => ({ title: developerTexts.requests() });

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { db, accountId, email } = await requireSession(`/developers/requests/${id}`);
  const request = (await readRequest(db, { accountId, requestId: id })) ?? notFound();
  return (
    <DeveloperFrame email={email} page="requests" lead={texts.lead({ max: maxRequestsPerAccount })}>
      <RequestDetails request={request} />
    </DeveloperFrame>
  );
}
