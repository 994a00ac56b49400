import Link from 'next/link';
import { JobStatus, type ShownState } from '#components/account/job-status';
import { LocalTime } from '#components/local-time';
import styles from './job-list.module.css';

/** A job as its owner's pages show it. `length` is a clock such as 1:02:03, unknown until the media was probed. */
export interface ShownJob {
  id: string;
  name: string;
  placedAt: string;
  length: string | undefined;
  state: ShownState;
}

/** Jobs in the order given: a table's columns where there is room, else a block for each job. */
export function JobList({ jobs }: { jobs: ShownJob[] }) {
  return (
    <div className={styles['list']}>
      <div className={styles['heads']} aria-hidden>
        <span>Name</span>
        <span>Status</span>
        <span className={styles['length']}>Length</span>
        <span>Submitted</span>
      </div>
      <ul className={styles['rows']} aria-label="Jobs">
        {jobs.map((job) => (
          <li key={job.id} className={styles['row']}>
            <JobName job={job} />
            <div className={styles['status']}>
              <JobStatus state={job.state} />
            </div>
            <span className={styles['length']}>
              {job.length !== undefined && <span className={styles['label']}>Length </span>}
              {job.length}
            </span>
            <span className={styles['placed']}>
              <LocalTime iso={job.placedAt} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function JobName({ job: { name, state } }: { job: ShownJob }) {
  if (state.kind !== 'transcribed') {
    return (
      <span className={styles['name']} title={name}>
        {name}
      </span>
    );
  }
  return (
    <Link className={styles['name']} href={state.href} title={name} prefetch={false}>
      {name}
    </Link>
  );
}
