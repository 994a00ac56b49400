import { Title } from '@mantine/core';
import { FirstTranscript } from '#components/account/first-transcript';
import { JobList, type ShownJob } from '#components/account/job-list';
import { RefreshWhile } from '#components/account/refresh-while';
import { ButtonLink } from '#components/button-link';
import styles from './jobs-overview.module.css';

/** One page of jobs, newest first; `olderAfter` is the id that the next page starts after. */
export interface JobsPage {
  jobs: ShownJob[];
  isNewest: boolean;
  olderAfter: string | undefined;
}

/** The account's jobs, its balance where it pays for them, and the first step where there is none yet. */
export function JobsOverview({
  jobs,
  isNewest,
  olderAfter,
  baseUrl,
  balance,
}: JobsPage & { baseUrl: string; balance: string | undefined }) {
  const isEmpty = isNewest && jobs.length === 0;
  const isWaiting =
    isEmpty || jobs.some(({ state: { kind } }) => kind === 'waiting' || kind === 'in-progress');
  return (
    <>
      <div className={styles['head']}>
        <Title order={1}>Your jobs</Title>
        {balance !== undefined && (
          <p className={styles['balance']}>
            Balance <strong>{balance}</strong>
          </p>
        )}
      </div>
      {isEmpty ? <FirstTranscript baseUrl={baseUrl} /> : <JobList jobs={jobs} />}
      {(!isNewest || olderAfter !== undefined) && (
        <nav className={styles['pages']} aria-label="Pages">
          {!isNewest && (
            <ButtonLink href="/jobs" look="default">
              Newest
            </ButtonLink>
          )}
          {olderAfter !== undefined && (
            <ButtonLink href={`/jobs?starting_after=${olderAfter}`} look="default">
              Older
            </ButtonLink>
          )}
        </nav>
      )}
      <RefreshWhile waiting={isWaiting} />
    </>
  );
}
