import type { Metadata } from 'next';
import { listPage, pageQuery } from '#app/(account)/jobs/list-page';
import { listOwnUploads } from '#app/(account)/jobs/list-own-uploads';
import { readCredit } from '#app/(account)/jobs/read-credit';
import { PaymentNotice } from '#app/(account)/payment-notice.tsx';
import { offerRecognition } from '#app/(account)/offer-recognition';
import { requireSession } from '#app/session';
import { JobsPage } from './jobs-page';
import { PageFrame } from '#components/shell/page-frame';
import * as texts from '#messages/transcripts';
import { listApiKeys } from '#lib/accounts/api-keys/list-api-keys';
import { env } from '#lib/settings/env';

export const dynamic = 'force-dynamic';
export const generateMetadata = (): Metadata => ({ title: texts.title() });

type Query = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: Query }) {
  const who = await requireSession('/jobs');
  const given = await searchParams;
  const query = pageQuery(given);
  const { payment } = given;
  const [page, credit, offer, keys, uploads] = await Promise.all([
    listPage(who, query),
    readCredit(who),
    offerRecognition(),
    listApiKeys(who.db, who),
    listOwnUploads(who),
  ]);
  const { baseUrl, priceCentsPerMinute, maxUploadBytes } = env();
  const { search, status, archived, tag, sort } = query;
  return (
    <PageFrame
      email={who.email}
      skip={page.jobs.length > 0 ? { id: 'list', title: texts.skip() } : undefined}
    >
      {priceCentsPerMinute > 0 && typeof payment === 'string' && <PaymentNotice paymentId={payment} />}
      <JobsPage
        first={{ ...page, query: { search, status, isArchived: archived !== undefined, tag, sort }, credit }}
        minuteCents={priceCentsPerMinute}
        maxBytes={maxUploadBytes}
        offer={offer}
        uploads={uploads}
        start={{ baseUrl, hasApiKey: keys.length > 0 }}
      />
    </PageFrame>
  );
}
