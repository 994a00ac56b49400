import * as texts from '#messages/editor/page';
import type { Metadata } from 'next';
import { presentJob } from '#app/(account)/present-job';
import { saveSettings } from '#app/editor/actions';
import { findJob } from '#app/editor/find-job';
import { changeLink, listLinks, makeLink, revokeLink } from '#app/editor/link-actions';
import { requireSession } from '#app/session';
import { JobHeading } from '#components/editor/layout/job-heading';
import { NoTranscript } from '#components/editor/layout/no-transcript';
import { TranscriptEditor } from '#components/editor/editor';
import { PageFrame } from '#components/shell/page-frame';
import { readEditorSettings } from '#lib/accounts/settings/read-editor-settings';

export const dynamic = 'force-dynamic';

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  return { title: (await findJob(id)).name };
}

export default async function Page({ params }: Props) {
  const { id } = await params;
  const { db, accountId, email } = await requireSession(`/editor/${id}`);
  const job = presentJob(await findJob(id));
  if (job.state.kind === 'transcribed') {
    return (
      <TranscriptEditor
        access={{
          address: `/editor/data/${id}`,
          may: 'edit',
          isOwner: true,
          jobId: id,
          jobName: job.name,
          ...(job.recognition && { recognition: job.recognition }),
          back: texts.transcripts(),
          accountSettings: { stored: await readEditorSettings(db, { accountId }), save: saveSettings },
          links: { list: listLinks, make: makeLink, change: changeLink, revoke: revokeLink },
        }}
      />
    );
  }
  return (
    <PageFrame email={email}>
      <article style={{ maxWidth: '42rem', marginInline: 'auto' }}>
        <JobHeading job={job} back={{ href: '/jobs', label: texts.transcripts() }} />
        <NoTranscript state={job.state} />
      </article>
    </PageFrame>
  );
}
