import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { TranscriptEditor } from '#components/editor/transcript-editor';
import { pageDatabase } from '#lib/api/page-database';
import { openShareLink } from '#lib/jobs/open-share-link';

export const dynamic = 'force-dynamic';

interface Props {
  params: Promise<{ token: string }>;
}

const findShared = cache(async (token: string) => {
  const opened = await openShareLink(pageDatabase(), { token });
  return opened ?? notFound();
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { job } = await findShared((await params).token);
  // A link that opens without an account belongs in no search engine and in no other site's log.
  return { title: job.name, robots: { index: false }, referrer: 'no-referrer' };
}

export default async function Page({ params }: Props) {
  const { token } = await params;
  const {
    job: { id, name },
    link,
  } = await findShared(token);
  return (
    <TranscriptEditor
      door={{
        address: `/editor/data/${token}`,
        may: link.permission,
        isOwner: false,
        jobId: id,
        jobName: name,
        back: undefined,
      }}
    />
  );
}
