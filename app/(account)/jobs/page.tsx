import type { Metadata } from 'next';
import { listPage, pageQuery } from '#app/(account)/jobs/list-page';
import { readCredit } from '#app/(account)/jobs/read-credit';
import { PaymentNotice } from '#app/(account)/payment-notice.tsx';
import { offerRecognition } from '#app/(account)/offer-recognition';
import { requireSession, type Session } from '#app/session';
import { JobsPage } from './jobs-page';
import { PageFrame } from '#components/shell/page-frame';
import type { StoredUpload } from '#components/uploads/upload-phases.ts';
import { formatLength } from '#lib/messages/format';
import { findOutage, logOutage } from '#lib/outage';
import { listUploads } from '#lib/uploads/list-uploads';
import { listLinks } from '#lib/uploads/pending-links';
import * as texts from '#messages/transcripts';
import { listApiKeys } from '#lib/accounts/api-keys/api-keys';
import { env } from '#lib/settings/env';

export const dynamic = 'force-dynamic';
export const generateMetadata = (): Metadata => ({ title: texts.title() });

type Query = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: Query }) {
  const who = await requireSession('/jobs');
  const given = await searchParams;
  const query = pageQuery(given);
  const { payment } = given;
  const [page, credit, offer, keys, uploads, links] = await Promise.all([
    listPage(who, query),
    readCredit(who),
    offerRecognition(),
    listApiKeys(who.db, who),
    listOwnUploads(who),
    listLinks(who.db, who),
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
        uploads={[
          ...uploads,
          ...links.map(({ linkId, expiresAt, ...link }) => ({
            ...link,
            ...{ uploadId: linkId, expiresAt: expiresAt.toISOString() },
          })),
        ]}
        start={{ baseUrl, hasApiKey: keys.length > 0 }}
      />
    </PageFrame>
  );
}

/** The account's uploads that aren't jobs yet; none while the storage is unavailable. */
async function listOwnUploads({ db, accountId }: Pick<Session, 'db' | 'accountId'>): Promise<StoredUpload[]> {
  try {
    const uploads = await listUploads(db, { accountId });
    return uploads.map(({ measured, expiresAt, ...upload }) => ({
      ...upload,
      measured: measured && {
        length: formatLength(measured.durationSeconds),
        prices: measured.prices,
      },
      expiresAt: expiresAt.toISOString(),
    }));
  } catch (error) {
    const outage = findOutage(error);
    if (outage === undefined) throw error;
    logOutage(outage);
    return [];
  }
}
