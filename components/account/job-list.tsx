import Link from 'next/link';
import { memo } from 'react';
import { JobStatus, type ShownState } from '#components/account/job-status';
import { LocalTime } from '#components/local-time';
import { isBasic, type ShownRecognition } from '#components/shown-recognition';
import { recordTexts } from '#components/texts/recognition';
import { jobsTexts as texts } from '#components/texts/jobs';
import styles from './job-list.module.css';

/** Words found in a transcript, with those around them, and where the editor opens at that moment. */
export interface ShownPassage {
  before: string;
  match: string;
  after: string;
  href: string;
}

/** A job as its owner's pages show it. `length` is a clock such as 1:02:03, unknown until the media was probed. */
export interface ShownJob {
  id: string;
  name: string;
  metadata?: string | undefined;
  placedAt: string;
  length: string | undefined;
  state: ShownState;
  passage?: ShownPassage | undefined;
  /** How it was recognised; not known of older jobs. */
  recognition?: ShownRecognition | undefined;
}

/** What can be done with a job of the list. These stay the same from one rendering to the next. */
export interface JobDeeds {
  select: (job: ShownJob) => void;
  askRename: (job: ShownJob) => void;
  askDelete: (...jobs: ShownJob[]) => void;
  askRetry: (job: ShownJob) => void;
  askRecord: (job: ShownJob) => void;
}

/** Jobs in the order given: a table's columns where there is room, else a block for each job. */
export function JobList({
  jobs,
  selected,
  deeds,
}: {
  jobs: ShownJob[];
  selected: ReadonlySet<string>;
  deeds: JobDeeds;
}) {
  return (
    <div className={styles['list']}>
      <div className={styles['heads']} aria-hidden>
        <span />
        <span>{texts.name}</span>
        <span>{texts.status}</span>
        <span className={styles['length']}>{texts.length}</span>
        <span>{texts.submitted}</span>
        <span />
      </div>
      <ul className={styles['rows']} aria-label={texts.jobs}>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} isSelected={selected.has(job.id)} deeds={deeds} />
        ))}
      </ul>
    </div>
  );
}

const JobRow = memo(function JobRow({
  job,
  isSelected,
  deeds,
}: {
  job: ShownJob;
  isSelected: boolean;
  deeds: JobDeeds;
}) {
  const { name, state, passage } = job;
  return (
    <li className={styles['row']} data-selected={isSelected || undefined}>
      <label className={styles['select']}>
        <input
          type="checkbox"
          checked={isSelected}
          onChange={() => deeds.select(job)}
          aria-label={texts.select(name)}
        />
      </label>
      <div className={styles['what']}>
        <JobName job={job} />
        {job.metadata !== undefined && <p className={styles['metadata']}>{job.metadata}</p>}
        {passage !== undefined && (
          <p className={styles['passage']}>
            <Link href={passage.href} prefetch={false} aria-description={texts.opensAt(name)}>
              {passage.before} <mark>{passage.match}</mark> {passage.after}
            </Link>
          </p>
        )}
      </div>
      <div className={styles['status']}>
        <JobStatus state={state} />
        <RowRecord job={job} deeds={deeds} />
        {state.kind === 'failed' && (
          <button
            type="button"
            className={styles['deed']}
            aria-label={texts.tryAgainOf(name)}
            onClick={() => deeds.askRetry(job)}
          >
            {texts.tryAgain}
          </button>
        )}
      </div>
      <span className={styles['length']}>
        {job.length !== undefined && <span className={styles['label']}>{texts.length} </span>}
        {job.length}
      </span>
      <span className={styles['placed']}>
        <LocalTime iso={job.placedAt} />
      </span>
      <RowDeeds job={job} deeds={deeds} />
    </li>
  );
});

/** The way to how a transcript was made, and a word on those of the basic engine. */
function RowRecord({ job, deeds }: { job: ShownJob; deeds: JobDeeds }) {
  const { name, state, recognition } = job;
  if (recognition === undefined || state.kind !== 'transcribed') return null;
  return (
    <>
      <button
        type="button"
        className={`${styles['deed']} ${styles['record']}`}
        aria-label={recordTexts.detailsOf(name)}
        aria-haspopup="dialog"
        onClick={() => deeds.askRecord(job)}
      >
        {recordTexts.details}
      </button>
      {isBasic(recognition) && <p className={styles['metadata']}>{recordTexts.basic.short}</p>}
    </>
  );
}

function RowDeeds({ job, deeds }: { job: ShownJob; deeds: JobDeeds }) {
  const hasEnded = job.state.kind === 'transcribed' || job.state.kind === 'failed';
  return (
    <span className={styles['deeds']}>
      <button
        type="button"
        className={styles['deed']}
        aria-label={texts.renameOf(job.name)}
        onClick={() => deeds.askRename(job)}
      >
        {texts.rename}
      </button>
      {hasEnded && (
        <button
          type="button"
          className={styles['deed']}
          aria-label={texts.deleteOf(job.name)}
          onClick={() => deeds.askDelete(job)}
        >
          {texts.delete}
        </button>
      )}
    </span>
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
