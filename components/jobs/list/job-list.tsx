import { IconDots } from '@tabler/icons-react';
import { memo, useRef } from 'react';
import { JobStatus, type JobStateView } from '#components/jobs/list/job-status';
import { Icon } from '#components/ui/icon';
import { Link } from '#components/ui/link';
import { LocalTime } from '#components/ui/local-time';
import type { RecognitionView } from '#components/recognition/recognition-view';
import * as commonTexts from '#messages/common';
import * as againTexts from '#messages/recognize-again';
import * as menuTexts from '#messages/transcript-menu';
import * as texts from '#messages/transcripts';
import { JobHeadings } from './job-headings';
import type { JobsSort } from './job-sorts';
import styles from './job-list.module.css';

/** Words found in a transcript with their context, and the editor link to that time. */
export interface PassageView {
  before: string;
  match: string;
  after: string;
  href: string;
}

/** A job as shown to its owner. `length` is a clock such as 1:02:03, unknown until the media is probed. */
export interface JobView {
  id: string;
  name: string;
  metadata?: string | undefined;
  submittedAt: string;
  /** True for the sample that comes with the account. */
  isSample: boolean;
  /** True if it is listed only under archived jobs. */
  isArchived: boolean;
  /** True if it recognizes another job again. It is listed until its words are in that job's transcript. */
  isAgain?: boolean;
  /** True if it has a transcript and its recording still exists. */
  canRecognizeAgain?: boolean;
  length: string | undefined;
  tags?: string[] | undefined;
  state: JobStateView;
  passage?: PassageView | undefined;
  /** The last edit's time and guest; without a guest, the account made it. */
  edited?: { at: string; by: string | undefined } | undefined;
  /** Review progress, 0 to 100, once someone has edited or reviewed it. */
  reviewedPercent?: number | undefined;
  /** The recognition record; older jobs have none. */
  recognition?: RecognitionView | undefined;
}

/** A dialog about one or several jobs. */
export type JobQuestion =
  | { kind: 'rename' | 'retry' | 'record' | 'cancel' | 'share' | 'export' | 'tags'; job: JobView }
  | { kind: 'recognize'; jobs: JobView[] };

/** The actions on a job in the list. The functions are stable across renders. */
export interface JobRowActions {
  select: (job: JobView) => void;
  ask: (question: JobQuestion) => void;
  trash: (...jobs: JobView[]) => Promise<void>;
  archive: (...jobs: JobView[]) => Promise<void>;
  unarchive: (...jobs: JobView[]) => Promise<void>;
}

/** The job whose menu is open, and the button that opened it. */
export interface OpenMenu {
  jobId: string;
  button: HTMLElement;
}

/** Jobs in the given order: a table on wide pages, else a block per job. */
export function JobList({
  jobs,
  selected,
  sort,
  onSort,
  rowActions,
  menuOf,
  onMenu,
}: {
  jobs: JobView[];
  selected: ReadonlySet<string>;
  sort: JobsSort;
  onSort: (sort: JobsSort) => void;
  rowActions: JobRowActions;
  /** The id of the job whose menu is open. */
  menuOf: string | undefined;
  onMenu: (menu: OpenMenu) => void;
}) {
  return (
    <table className={styles['list']} aria-label={texts.list()}>
      <JobHeadings sort={sort} onSort={onSort} />
      <tbody className={styles['rows']}>
        {jobs.map((job) => (
          <JobRow
            key={job.id}
            job={job}
            isSelected={selected.has(job.id)}
            rowActions={rowActions}
            isMenuOpen={menuOf === job.id}
            onMenu={onMenu}
          />
        ))}
      </tbody>
    </table>
  );
}

const JobRow = memo(function JobRow({
  job,
  isSelected,
  rowActions,
  isMenuOpen,
  onMenu,
}: {
  job: JobView;
  isSelected: boolean;
  rowActions: JobRowActions;
  isMenuOpen: boolean;
  onMenu: (menu: OpenMenu) => void;
}) {
  const { name, state, passage } = job;
  return (
    <tr className={styles['row']} data-item={job.id} data-selected={isSelected || undefined}>
      <td>
        <label className={styles['select']}>
          <input
            type="checkbox"
            data-control="select"
            checked={isSelected}
            onChange={() => rowActions.select(job)}
            aria-label={texts.select({ name })}
          />
        </label>
      </td>
      <td className={styles['what']}>
        <JobName job={job} />
        {job.isAgain === true && <p className={styles['metadata']}>{againTexts.running()}</p>}
        {job.metadata !== undefined && <p className={styles['metadata']}>{job.metadata}</p>}
        {job.tags !== undefined && (
          <ul className={styles['tags']} aria-label={texts.tags()}>
            {job.tags.map((tag) => (
              <li key={tag}>
                <bdi>{tag}</bdi>
              </li>
            ))}
          </ul>
        )}
        {passage !== undefined && (
          <p className={styles['passage']}>
            <Link href={passage.href} data-control="passage" aria-description={texts.openPassage({ name })}>
              {passage.before}
              <mark>{passage.match}</mark>
              {passage.after}
            </Link>
          </p>
        )}
      </td>
      <td className={styles['status']}>
        <JobStatus state={state} reviewedPercent={job.reviewedPercent} recognition={job.recognition} />
        {(state.kind === 'waiting' || state.kind === 'in-progress') && (
          <button
            type="button"
            className={styles['action']}
            data-control="cancel"
            aria-label={texts.cancelNamed({ name })}
            onClick={() => rowActions.ask({ kind: 'cancel', job })}
          >
            {texts.cancel()}
          </button>
        )}
        {state.kind === 'failed' && (
          <button
            type="button"
            className={styles['action']}
            data-control="retry"
            aria-label={texts.tryAgainNamed({ name })}
            onClick={() => rowActions.ask({ kind: 'retry', job })}
          >
            {commonTexts.tryAgain()}
          </button>
        )}
      </td>
      <td className={styles['length']}>
        {job.length !== undefined && <span className="unseen">{texts.duration()} </span>}
        {job.length}
      </td>
      <td className={styles['submitted']}>
        <LocalTime iso={job.submittedAt} show="recent" />
      </td>
      <td className={styles['edited']}>
        <LastEdit edited={job.edited} />
      </td>
      <td className={styles['actions']}>
        <MenuButton job={job} isOpen={isMenuOpen} onMenu={onMenu} />
      </td>
    </tr>
  );
});

/** The time and author of the last edit. */
function LastEdit({ edited }: Pick<JobView, 'edited'>) {
  if (edited === undefined) return null;
  const by = edited.by ?? texts.you();
  return (
    <>
      <span className="unseen">{texts.edited()} </span>
      <LocalTime iso={edited.at} show="recent" />{' '}
      <bdi className={styles['by']} title={by}>
        {by}
      </bdi>
    </>
  );
}

/** Toggles the job's menu. */
function MenuButton({
  job: { id, name },
  isOpen,
  onMenu,
}: {
  job: JobView;
  isOpen: boolean;
  onMenu: (menu: OpenMenu) => void;
}) {
  // A menu closes on pointer down outside it, before the click.
  const wasOpen = useRef(false);
  return (
    <button
      type="button"
      className={`${styles['action']} ${styles['menu']}`}
      data-control="menu"
      aria-label={menuTexts.actions({ name })}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onPointerDown={() => {
        wasOpen.current = isOpen;
      }}
      onClick={({ currentTarget }) => {
        if (!wasOpen.current) onMenu({ jobId: id, button: currentTarget });
        wasOpen.current = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        onMenu({ jobId: id, button: event.currentTarget });
      }}
    >
      <Icon shape={IconDots} />
    </button>
  );
}

function JobName({ job: { name, state } }: { job: JobView }) {
  if (state.kind !== 'transcribed') {
    return (
      <span className={styles['name']} title={name}>
        {name}
      </span>
    );
  }
  return (
    <Link className={styles['name']} href={state.href} title={name} data-control="open">
      {name}
    </Link>
  );
}
