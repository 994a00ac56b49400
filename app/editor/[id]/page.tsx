import * as texts from '#messages/editor/page';
import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { presentFoundJob, presentJob } from '#app/(account)/present-job';
import { cancelJob, measureUpload } from '#app/(account)/jobs/actions';
import { readRecognizable, recognizeAgain } from '#app/(account)/jobs/recognize/actions';
import { readUploadTerms, renameTranscript, saveSettings } from '#app/editor/actions';
import { changeLink, listLinks, makeLink, revokeLink } from '#app/editor/link-actions';
import { preloadReadingFont } from '#app/preload-fonts';
import { requireSession } from '#app/session';
import { TrashedTranscript } from './trashed-transcript';
import { JobHeading } from '#components/editor/layout/job-heading';
import { NoTranscript } from '#components/editor/layout/no-transcript';
import { TranscriptEditor } from '#components/editor/layout/editor';
import { PageFrame } from '#components/shell/page-frame';
import { readEditorSettings } from '#lib/accounts/settings/editor-settings';
import { jobId } from '#lib/api/v1/schemas';
import { getJob } from '#lib/jobs/read/get-job';
import { addDetails } from '#lib/jobs/read/read-jobs';
import type { Job } from '#lib/jobs/job';
import { readDoubtfulSpeech } from '#lib/transcript/review/low-confidence';
import { Refusal } from '#lib/refusal';
import { hasPicture } from '#lib/renditions/has-picture';
import { env } from '#lib/settings/env';

export const dynamic = 'force-dynamic';

interface Props {
  params: Promise<{ id: string }>;
}

/** The person's job, also from the trash. Shows the not-found page otherwise. */
const findJob = cache(async (id: string): Promise<Job> => {
  const { db, accountId } = await requireSession(`/editor/${id}`);
  if (!jobId.safeParse(id).success) notFound();
  try {
    return await getJob(db, { accountId, jobId: id, within: 'everything' });
  } catch (error) {
    if (error instanceof Refusal) notFound();
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  return { title: (await findJob(id)).name };
}

export default async function Page({ params }: Props) {
  const { id } = await params;
  const { db, accountId, email } = await requireSession(`/editor/${id}`);
  const found = await findJob(id);
  if (found.trashedAt !== null) {
    return (
      <PageFrame email={email}>
        <TrashedTranscript jobId={id} name={found.name} />
      </PageFrame>
    );
  }
  const job = presentJob(found);
  if (job.state.kind === 'transcribed') {
    if (found.recognizes !== null) redirect(job.state.href);
    preloadReadingFont();
    return (
      <TranscriptEditor
        access={{
          address: `/editor/data/${id}`,
          may: 'edit',
          isOwner: true,
          isSample: job.isSample,
          isVideo: hasPicture(found),
          jobId: id,
          jobName: job.name,
          ...(job.recognition && { recognition: job.recognition }),
          ...(found.recognition?.language != null && { language: found.recognition.language }),
          speech: readDoubtfulSpeech(found.recognition),
          back: texts.transcripts(),
          rename: renameTranscript,
          ...(job.canRecognizeAgain === true && {
            again: { read: readRecognizable, start: recognizeAgain, cancel: cancelJob },
          }),
          uploads: { readTerms: readUploadTerms, measure: measureUpload },
          accountSettings: {
            accountId,
            stored: await readEditorSettings(db, { accountId }),
            save: saveSettings,
          },
          links: { list: listLinks, make: makeLink, change: changeLink, revoke: revokeLink },
        }}
      />
    );
  }
  const [listed = { job: found }] = await addDetails(db, [found]);
  return (
    <PageFrame email={email}>
      <article style={{ maxWidth: '42rem', marginInline: 'auto' }}>
        <JobHeading job={job} back={{ href: '/jobs', label: texts.transcripts() }} />
        <NoTranscript
          job={presentFoundJob(listed)}
          isFree={env().priceCentsPerMinute === 0}
          cancel={cancelJob}
        />
      </article>
    </PageFrame>
  );
}
