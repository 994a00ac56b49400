import { Progress } from '@mantine/core';
import styles from './job-status.module.css';

/** What a job's owner is told about its state. `percent` is whole and below 100. */
export type ShownState =
  | { kind: 'waiting' }
  | { kind: 'in-progress'; percent: number }
  | { kind: 'transcribed'; href: string }
  | { kind: 'failed'; title: string; detail: string | undefined };

/** A job's state in words, with a bar while it moves and the reason when it failed. */
export function JobStatus({ state }: { state: ShownState }) {
  switch (state.kind) {
    case 'waiting':
      return <span className={styles['quiet']}>Waiting to start</span>;
    case 'in-progress':
      return (
        <div>
          <span className={styles['number']}>In progress, {state.percent} %</span>
          <Progress value={state.percent} size="sm" mt={4} maw={180} aria-label="Progress" />
        </div>
      );
    case 'transcribed':
      return <span className={styles['good']}>Transcribed</span>;
    case 'failed':
      return (
        <div>
          <span className={styles['bad']}>{state.title}</span>
          {state.detail !== undefined && <p className={styles['detail']}>{state.detail}</p>}
        </div>
      );
  }
}
