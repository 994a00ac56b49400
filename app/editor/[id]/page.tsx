import type { Metadata } from 'next';
import { showJob } from '#app/(account)/show-job';
import { saveSettings } from '#app/editor/actions';
import { findJob } from '#app/editor/find-job';
import { changeLink, listLinks, makeLink, revokeLink } from '#app/editor/link-actions';
import { signedInOrAsk } from '#app/session';
import { JobHeading } from '#components/editor/job-heading';
import { NoTranscript } from '#components/editor/no-transcript';
import { TranscriptEditor } from '#components/editor/transcript-editor';
import { PageFrame } from '#components/page-frame';
import { editorTexts as texts } from '#components/texts/editor';
import { readEditorSettings } from '#lib/accounts/read-editor-settings';

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
  const { db, accountId, email } = await signedInOrAsk(`/editor/${id}`);
  const job = showJob(await findJob(id));
  if (job.state.kind === 'transcribed') {
    return (
      <TranscriptEditor
        door={{
          address: `/editor/data/${id}`,
          may: 'edit',
          isOwner: true,
          jobId: id,
          jobName: job.name,
          ...(job.recognition && { recognition: job.recognition }),
          back: texts.back,
          accountSettings: { kept: await readEditorSettings(db, { accountId }), save: saveSettings },
          links: { list: listLinks, make: makeLink, change: changeLink, revoke: revokeLink },
        }}
      />
    );
  }
  return (
    <PageFrame email={email}>
      <article style={{ maxWidth: '42rem', marginInline: 'auto' }}>
        <JobHeading job={job} back={{ href: '/jobs', label: texts.back }} />
        <NoTranscript state={job.state} />
      </article>
    </PageFrame>
  );
}
