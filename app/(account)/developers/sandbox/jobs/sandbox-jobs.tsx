import { CallbackStateWord } from '#app/(account)/developers/callbacks/callback-state.tsx';
import { describeState, type JobStateView } from '#components/jobs/list/job-status';
import { EmptyLog, LogList, LogRow } from '#components/shell/log-list';
import { Pager } from '#components/shell/pager';
import { Link } from '#components/ui/link';
import { LocalTime } from '#components/ui/local-time';
import { RefreshWhile } from '#components/ui/refresh-while';
import * as texts from '#messages/sandbox-jobs';
import type { SandboxJobsPage } from './read-page';
import styles from '#components/shell/section.module.css';

/** The account's sandbox jobs, newest first, which aren't listed under Transcripts. */
export function SandboxJobs({ jobs, links }: SandboxJobsPage) {
  const title = links.first === undefined ? texts.empty() : texts.noOlder();
  return (
    <>
      <LogList label={texts.list()} empty={<EmptyLog title={title} hint={texts.emptyHint()} />}>
        {jobs.map((listed) => (
          <JobRow key={listed.job.id} listed={listed} />
        ))}
      </LogList>
      <Pager label={texts.pages()} links={links} />
      <RefreshWhile waiting={jobs.some(isMoving)} />
    </>
  );
}

type ListedJob = SandboxJobsPage['jobs'][number];

function isMoving({ state, callback }: ListedJob): boolean {
  return state.kind === 'waiting' || state.kind === 'in-progress' || callback === 'pending';
}

function JobRow({ listed: { job, state, callback } }: { listed: ListedJob }) {
  const { id, name, metadata, createdAt } = job;
  return (
    <LogRow
      name={name}
      href={`/editor/${id}`}
      facts={
        <>
          <span className={getLook(state)}>{describeState(state)}</span>
          <LocalTime iso={createdAt} />
          {callback !== undefined && (
            <span>
              <Link className={styles['fact']} href={`/developers/callbacks/${id}`}>
                {texts.webhook()}
              </Link>
              {': '}
              {callback === 'waiting' ? texts.waiting() : <CallbackStateWord state={callback} />}
            </span>
          )}
        </>
      }
    >
      {metadata !== null && <p className={styles['reason']}>{metadata}</p>}
      {state.kind === 'failed' && state.detail !== undefined && (
        <p className={styles['reason']}>{state.detail}</p>
      )}
    </LogRow>
  );
}

function getLook(state: JobStateView): string | undefined {
  if (state.kind === 'transcribed') return styles['good'];
  return state.kind === 'failed' && !state.isCanceled ? styles['bad'] : undefined;
}
