import type { Metadata } from 'next';
import { z } from 'zod';
import { explainFailure } from '#lib/jobs/failures/explain-failure';
import { retry } from '#app/(account)/operator/actions';
import { afterShape, pageSize, toPage, type Query } from '#app/(account)/operator/paging';
import { requireOperatorSession } from '#app/(account)/operator/require-operator-session';
import { FailedJobs, type FailedJobView } from '#components/operator/failed-jobs';
import { OperatorFrame } from '#components/operator/operator-frame';
import { formatFileSize, formatLength } from '#lib/messages/format';
import { listFailedJobs, type FailedJob } from '#lib/operator/failed-jobs';
import * as operatorTexts from '#messages/operator';
import * as texts from '#messages/operator-failures';
import * as statusTexts from '#messages/transcript-status';

export const dynamic = 'force-dynamic';
export const generateMetadata = (): Metadata => ({ title: operatorTexts.failedJobs() });

const path = '/operator/failures';

const queryShape = z.object({ after: afterShape });

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { db, operatorId, email } = await requireOperatorSession(path);
  const { after } = queryShape.parse(await searchParams);
  const listed = await listFailedJobs(db, { operatorId, after, limit: pageSize + 1 });
  const { items, links } = toPage(listed, { path, after });
  return (
    <OperatorFrame email={email} page="failures" lead={texts.lead()}>
      <FailedJobs jobs={items.map(presentFailedJob)} links={links} retry={retry} />
    </OperatorFrame>
  );
}

function presentFailedJob(job: FailedJob): FailedJobView {
  const { id, accountId, email, failure, failureDetail, endedAt, durationSeconds, mediaBytes } = job;
  return {
    id,
    account: { id: accountId, email },
    title: statusTexts.failures[failure ?? 'unspecified'](),
    detail: failureDetail === null ? undefined : explainFailure(failureDetail),
    endedAt: endedAt?.toISOString(),
    length: durationSeconds === null ? undefined : formatLength(durationSeconds),
    size: mediaBytes === null ? undefined : formatFileSize(mediaBytes),
    canBeRetried: job.mediaRemovedAt === null,
  };
}
