import Link from 'next/link';
import {
  CallbackStateWord,
  type CallbackState,
} from '#app/(account)/developers/callbacks/callback-state.tsx';
import { describeState, type JobStateView } from '#components/jobs/list/job-status';
import { ButtonLink } from '#components/ui/button-link';
import { LocalTime } from '#components/ui/local-time';
import { RefreshWhile } from '#components/ui/refresh-while';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/sandbox-jobs';
import styles from '#components/shell/section.module.css';

/** A job of the sandbox as its list shows it. `submittedAt` is an ISO text. */
export interface SandboxJobView {
  id: string;
  name: string;
  metadata: string | undefined;
  submittedAt: string;
  state: JobStateView;
  /** Its callback's state, `waiting` before the job's end; undefined for a job without one. */
  callback: CallbackState | 'waiting' | undefined;
}

/** A page of the list, newest first. `olderAfter` is the job that the next page begins after. */
export interface SandboxJobsPage {
  jobs: SandboxJobView[];
  isNewest: boolean;
  olderAfter: string | undefined;
}

const address = '/developers/sandbox/jobs';

/** The account's jobs of the sandbox, which the page of transcripts doesn't show. */
export function SandboxJobs({ jobs, isNewest, olderAfter }: SandboxJobsPage) {
  return (
    <>
      {jobs.length === 0 ? (
        <div className={styles['empty']}>
          <strong>{isNewest ? texts.empty() : texts.noOlder()}</strong>
          <span>{texts.emptyHint()}</span>
        </div>
      ) : (
        <ul className={styles['list']} aria-label={texts.list()}>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </ul>
      )}
      {(!isNewest || olderAfter !== undefined) && (
        <nav className={styles['pages']} aria-label={texts.pages()}>
          {!isNewest && <ButtonLink href={address}>{commonTexts.newest()}</ButtonLink>}
          {olderAfter !== undefined && (
            <ButtonLink href={`${address}?after=${encodeURIComponent(olderAfter)}`}>
              {commonTexts.older()}
            </ButtonLink>
          )}
        </nav>
      )}
      <RefreshWhile waiting={jobs.some(isMoving)} />
    </>
  );
}

function isMoving({ state, callback }: SandboxJobView): boolean {
  return state.kind === 'waiting' || state.kind === 'in-progress' || callback === 'pending';
}

function JobRow({ job: { id, name, metadata, submittedAt, state, callback } }: { job: SandboxJobView }) {
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <div className={styles['heading']}>
          <Link className={styles['name']} href={`/editor/${id}`} prefetch={false}>
            {name}
          </Link>
        </div>
        <div className={styles['facts']}>
          <span className={getLook(state)}>{describeState(state)}</span>
          <LocalTime iso={submittedAt} />
          {callback !== undefined && (
            <span>
              <Link className={styles['fact']} href={`/developers/callbacks/${id}`} prefetch={false}>
                {texts.webhook()}
              </Link>
              {': '}
              {callback === 'waiting' ? texts.waiting() : <CallbackStateWord state={callback} />}
            </span>
          )}
        </div>
        {metadata !== undefined && <p className={styles['reason']}>{metadata}</p>}
        {state.kind === 'failed' && state.detail !== undefined && (
          <p className={styles['reason']}>{state.detail}</p>
        )}
      </div>
    </li>
  );
}

function getLook(state: JobStateView): string | undefined {
  if (state.kind === 'transcribed') return styles['good'];
  return state.kind === 'failed' && !state.isCanceled ? styles['bad'] : undefined;
}
