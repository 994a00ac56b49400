import { JobProgress } from '#components/job-progress';
import { jobsTexts as texts } from '#components/texts/jobs';
import styles from './job-status.module.css';

/**
 * What a job's owner is told about its state. `position` is the place in the line of all waiting jobs, `percent` is
 * whole and below 100, `retryCents` what another try costs at least.
 */
export type ShownState =
  | { kind: 'waiting'; position: number | undefined }
  | { kind: 'in-progress'; percent: number; secondsLeft: number | undefined }
  | { kind: 'transcribed'; href: string }
  | { kind: 'failed'; title: string; detail: string | undefined; retryCents: number };

/** A job's state in a few words. */
export function stateInWords(state: ShownState): string {
  switch (state.kind) {
    case 'waiting':
      return state.position === undefined ? texts.waiting : texts.waitingAt(state.position);
    case 'in-progress':
      return state.percent === 0 ? texts.starting : texts.inProgress(state.percent);
    case 'transcribed':
      return texts.transcribed;
    case 'failed':
      return state.title;
  }
}

/** A job's state in words, with a bar while it moves and the reason when it failed. */
export function JobStatus({ state }: { state: ShownState }) {
  const words = stateInWords(state);
  switch (state.kind) {
    case 'waiting':
      return <span className={styles['quiet']}>{words}</span>;
    case 'in-progress':
      return (
        <div>
          <span className={styles['number']}>{words}</span>
          {state.secondsLeft !== undefined && (
            <span className={styles['quiet']}>, {texts.secondsLeft(state.secondsLeft)}</span>
          )}
          <JobProgress percent={state.percent} size="sm" mt={4} maw={180} />
        </div>
      );
    case 'transcribed':
      return <span className={styles['good']}>{words}</span>;
    case 'failed':
      return (
        <div>
          <span className={styles['bad']}>{words}</span>
          {state.detail !== undefined && <p className={styles['detail']}>{state.detail}</p>}
        </div>
      );
  }
}
