import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { showJob } from '#app/(account)/show-job';
import { showTranscript } from '#app/editor/show-transcript';
import { JobHeading } from '#components/editor/job-heading';
import { TranscriptText } from '#components/editor/transcript-text';
import { PageFrame } from '#components/page-frame';
import { pageDatabase } from '#lib/api/page-database';
import { openShareLink } from '#lib/jobs/open-share-link';

export const dynamic = 'force-dynamic';

interface Props {
  params: Promise<{ token: string }>;
}

const findShared = cache(async (token: string) => {
  const job = await openShareLink(pageDatabase(), { token });
  return job ?? notFound();
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const job = await findShared((await params).token);
  // A link that opens without an account belongs in no search engine and in no other site's log.
  return { title: job.name, robots: { index: false }, referrer: 'no-referrer' };
}

export default async function Page({ params }: Props) {
  const job = await findShared((await params).token);
  const { accountId, id: jobId } = job;
  return (
    <PageFrame>
      <article style={{ maxWidth: '42rem', marginInline: 'auto' }}>
        <JobHeading job={showJob(job)} />
        <TranscriptText monologues={await showTranscript(pageDatabase(), { accountId, jobId })} />
      </article>
    </PageFrame>
  );
}
