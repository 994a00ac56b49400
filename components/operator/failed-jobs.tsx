import Link from 'next/link';
import { ConfirmedButton } from '#components/operator/confirmed-button';
import { OperatorPager, type PageLinks } from '#components/operator/operator-pager';
import type { ActionResult } from '#components/ui/action-result.ts';
import { LocalTime } from '#components/ui/local-time';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/operator-failures';
import styles from '#components/shell/section.module.css';

/** A failed job as operators see it. `endedAt` is an ISO text; length and size are written out. */
export interface FailedJobView {
  id: string;
  account: { id: string; email: string };
  title: string;
  detail: string | undefined;
  endedAt: string | undefined;
  length: string | undefined;
  size: string | undefined;
  canBeRetried: boolean;
}

/** The failed jobs of all accounts, with their causes. */
export function FailedJobs({
  jobs,
  links,
  retry,
}: {
  jobs: FailedJobView[];
  links: PageLinks;
  retry: (jobId: string) => Promise<ActionResult<void>>;
}) {
  return (
    <>
      {jobs.length === 0 ? (
        <div className={styles['empty']}>
          <strong>{texts.empty()}</strong>
          <span>{texts.emptyHint()}</span>
        </div>
      ) : (
        <ul className={styles['list']} aria-label={texts.list()}>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} retry={retry} />
          ))}
        </ul>
      )}
      <OperatorPager {...links} />
    </>
  );
}

function JobRow({
  job: { id, account, title, detail, endedAt, length, size, canBeRetried },
  retry,
}: {
  job: FailedJobView;
  retry: (jobId: string) => Promise<ActionResult<void>>;
}) {
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <div className={styles['heading']}>
          <strong>{title}</strong>
        </div>
        {detail !== undefined && <p className={styles['reason']}>{detail}</p>}
        <div className={styles['facts']}>
          <Link className={styles['fact']} href={`/operator/accounts/${account.id}`} prefetch={false}>
            {account.email}
          </Link>
          {endedAt !== undefined && <LocalTime iso={endedAt} />}
          {length !== undefined && <span>{length}</span>}
          {size !== undefined && <span>{size}</span>}
          <code className={styles['code']}>{id}</code>
        </div>
      </div>
      {canBeRetried ? (
        <ConfirmedButton
          id={id}
          label={commonTexts.tryAgain()}
          name={texts.retryNamed({ id })}
          question={{ title: texts.retryTitle(), text: texts.retryText({ email: account.email }) }}
          action={retry}
        />
      ) : (
        <span className={styles['quiet']}>{texts.recordingGone()}</span>
      )}
    </li>
  );
}
