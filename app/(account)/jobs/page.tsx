import type { Metadata } from 'next';
import * as actions from '#app/(account)/jobs/actions';
import { listPage, pageQuery } from '#app/(account)/jobs/list-page';
import { offerRecognition } from '#app/(account)/offer-recognition';
import { signedInOrAsk } from '#app/session';
import { JobsDesk } from '#components/account/jobs/jobs-desk';
import { PageFrame } from '#components/page-frame';
import { jobsTexts } from '#components/texts/jobs';
import { readAccount } from '#lib/accounts/read-account';
import { env } from '#lib/env';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: jobsTexts.title };

type Query = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: Query }) {
  const who = await signedInOrAsk('/jobs');
  const query = pageQuery(await searchParams);
  const [page, { balanceCents }, offer] = await Promise.all([
    listPage(who, query),
    readAccount(who.db, who),
    offerRecognition(),
  ]);
  const { baseUrl, priceCentsPerMinute, maxUploadBytes } = env();
  const { search, status, sort } = query;
  return (
    <PageFrame email={who.email}>
      <JobsDesk
        first={{ ...page, query: { search, status, sort }, balanceCents }}
        minuteCents={priceCentsPerMinute}
        maxBytes={maxUploadBytes}
        offer={offer}
        baseUrl={baseUrl}
        actions={{ ...actions }}
      />
    </PageFrame>
  );
}
