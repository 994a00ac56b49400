import type { Metadata } from 'next';
import { z } from 'zod';
import { ConfirmedButton } from '#app/(account)/operator/confirmed-button.tsx';
import { afterShape, pageSize, toPage, type Query } from '#app/(account)/paging';
import { requireOperatorSession } from '#app/(account)/operator/require-operator-session';
import { OperatorFrame, OperatorPager } from '#app/(account)/operator/operator-frame.tsx';
import { Link } from '#components/ui/link';
import { LocalTime } from '#components/ui/local-time';
import { explainFailure } from '#lib/jobs/failures/explain-failure';
import { formatFileSize, formatLength } from '#lib/messages/format';
import { listFailedJobs, type FailedJob } from '#lib/operator/failed-jobs';
import * as commonTexts from '#messages/common';
import * as operatorTexts from '#messages/operator';
import * as texts from '#messages/operator-failures';
import * as statusTexts from '#messages/transcript-status';
import { retryFailedJob } from './actions';
import { EmptyLog, LogList } from '#components/shell/log-list';
import styles from '#components/shell/section.module.css';

export const generateMetadata = (): Metadata => ({ title: operatorTexts.failedJobs() });

const path = '/operator/failures';

const queryShape = z.object({ after: afterShape });

/** Failed jobs of all accounts, with their causes. */
export default async function Page({ searchParams }: { searchParams: Query }) {
  const { db, operatorId, email } = await requireOperatorSession(path);
  const { after } = queryShape.parse(await searchParams);
  const listed = await listFailedJobs(db, { operatorId, after, limit: pageSize + 1 });
  const { items, links } = toPage(listed, { path, after });
  return (
    <OperatorFrame email={email} page="failures" lead={texts.lead()}>
      <LogList label={texts.list()} empty={<EmptyLog title={texts.empty()} hint={texts.emptyHint()} />}>
        {items.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </LogList>
      <OperatorPager {...links} />
    </OperatorFrame>
  );
}

function JobRow({
  job: { id, accountId, email, failure, failureDetail, endedAt, durationSeconds, mediaBytes, mediaRemovedAt },
}: {
  job: FailedJob;
}) {
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <div className={styles['heading']}>
          <strong>{statusTexts.failures[failure ?? 'unspecified']()}</strong>
        </div>
        {failureDetail !== null && <p className={styles['reason']}>{explainFailure(failureDetail)}</p>}
        <div className={styles['facts']}>
          <Link className={styles['fact']} href={`/operator/accounts/${accountId}`}>
            {email}
          </Link>
          {endedAt !== null && <LocalTime iso={endedAt.toISOString()} />}
          {durationSeconds !== null && <span>{formatLength(durationSeconds)}</span>}
          {mediaBytes !== null && <span>{formatFileSize(mediaBytes)}</span>}
          <code className={styles['code']}>{id}</code>
        </div>
      </div>
      {mediaRemovedAt === null ? (
        <ConfirmedButton
          id={id}
          label={commonTexts.tryAgain()}
          name={texts.retryNamed({ id })}
          question={{ title: texts.retryTitle(), text: texts.retryText({ email }) }}
          action={retryFailedJob}
        />
      ) : (
        <span className={styles['quiet']}>{texts.recordingGone()}</span>
      )}
    </li>
  );
}
