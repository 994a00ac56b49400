import { JobProgress } from '#components/jobs/list/job-progress';
import { isBasic, type RecognitionView } from '#components/recognition/recognition-view';
import { useCountdown } from '#components/jobs/live/use-countdown.ts';
import { formatDuration, formatPercent } from '#lib/messages/format';
import * as recordTexts from '#messages/recognition-record';
import * as texts from '#messages/transcript-status';
import styles from './job-status.module.css';

/**
 * A job's state. `position` is in the whole queue, `percent` an integer below 100, `retryCents` a retry's minimum cost.
 */
export type JobStateView =
  | { kind: 'waiting'; position: number | undefined }
  | { kind: 'in-progress'; percent: number; secondsLeft: number | undefined }
  | { kind: 'transcribed'; href: string }
  | { kind: 'failed'; title: string; detail: string | undefined; isCanceled: boolean; retryCents: number };

/** A job's state in a few words. */
export function describeState(state: JobStateView): string {
  switch (state.kind) {
    case 'waiting':
      return state.position === undefined
        ? texts.waiting()
        : texts.queuePosition({ position: state.position });
    case 'in-progress':
      return state.percent === 0
        ? texts.starting()
        : texts.inProgress({ percent: formatPercent(state.percent) });
    case 'transcribed':
      return texts.transcribed();
    case 'failed':
      return state.title;
  }
}

/** Notable facts about a job: its progress, the reason for a failure, review progress, or the basic engine. */
export function JobStatus({
  state,
  reviewedPercent,
  recognition,
}: {
  state: JobStateView;
  reviewedPercent: number | undefined;
  recognition: RecognitionView | undefined;
}) {
  const words = describeState(state);
  switch (state.kind) {
    case 'waiting':
      return <span className={styles['quiet']}>{words}</span>;
    case 'in-progress':
      return (
        <div>
          <InProgress state={state} />
          <JobProgress percent={state.percent} size="sm" mt={4} maw={180} />
        </div>
      );
    case 'transcribed':
      return (
        <>
          {reviewedPercent !== undefined && (
            <span className={styles['quiet']}>
              {texts.reviewed({ percent: formatPercent(reviewedPercent) })}
            </span>
          )}
          {recognition !== undefined && isBasic(recognition) && (
            <p className={styles['detail']}>{recordTexts.basicShort()}</p>
          )}
        </>
      );
    case 'failed':
      return (
        <div>
          <span className={state.isCanceled ? styles['quiet'] : styles['bad']}>{words}</span>
          {state.detail !== undefined && <p className={styles['detail']}>{state.detail}</p>}
        </div>
      );
  }
}

/** A job's progress and the time left, counting down until the server's next estimate. */
export function InProgress({ state }: { state: Extract<JobStateView, { kind: 'in-progress' }> }) {
  const left = useCountdown(state, state.secondsLeft);
  const percent = formatPercent(state.percent);
  return (
    <span className={styles['number']}>
      {left === undefined
        ? describeState(state)
        : texts.inProgressLeft({ percent, duration: formatDuration(left) })}
    </span>
  );
}
