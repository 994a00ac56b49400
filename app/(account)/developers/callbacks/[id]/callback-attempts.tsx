import { Title } from '@mantine/core';
import {
  CallbackStateWord,
  describeResponse,
  type CallbackState,
} from '#app/(account)/developers/callbacks/callback-state.tsx';
import { CodeSnippet } from '#components/ui/code-snippet';
import { RefreshWhile } from '#components/ui/refresh-while';
import { SendAgain } from '#app/(account)/developers/callbacks/send-again.tsx';
import { LogEntryHeading } from '#components/shell/log-list';
import { LocalTime } from '#components/ui/local-time';
import * as texts from '#messages/webhooks';
import styles from '#components/shell/section.module.css';

/** An attempt as its page shows it. */
export interface AttemptView {
  id: number;
  startedAt: string;
  durationMs: number;
  status: number | undefined;
  reason: string;
  answer: string;
}

/** All about the callback of a job. Moments are ISO texts; there is no `callback` before the job has ended. */
export interface DeliveryView {
  jobId: string;
  jobName: string;
  isSandbox: boolean;
  url: string;
  /** The body of each attempt, as indented JSON. */
  payload: string;
  callback:
    | {
        webhookId: string;
        state: CallbackState;
        begunAt: string;
        nextAttemptAt: string | undefined;
        givenUpBecause: string | undefined;
      }
    | undefined;
  attempts: AttemptView[];
}

/** The deliveries of a job's callback: each attempt, newest first, with the start of the response. */
export function CallbackAttempts({
  delivery: { jobId, jobName, isSandbox, url, payload, callback, attempts },
}: {
  delivery: DeliveryView;
}) {
  return (
    <>
      <LogEntryHeading
        name={jobName}
        isSandbox={isSandbox}
        back={{ href: '/developers/callbacks', label: texts.back() }}
      />
      <div className={styles['facing']}>
        <dl className={styles['details']}>
          <dt>{texts.url()}</dt>
          <dd>{url}</dd>
          {callback !== undefined && <Facts callback={callback} />}
        </dl>
        {callback === undefined && <p className={styles['reason']}>{texts.waiting()}</p>}
      </div>
      {callback !== undefined && (
        <div className={styles['pages']}>
          <SendAgain jobId={jobId} name={jobName} />
        </div>
      )}
      <Title order={2} size="h3" mt="xl" mb="sm">
        {texts.attempts()}
      </Title>
      {attempts.length === 0 ? (
        <div className={styles['empty']}>{texts.notAttempted()}</div>
      ) : (
        <ol className={styles['list']} aria-label={texts.attempts()}>
          {attempts.map((attempt) => (
            <AttemptRow key={attempt.id} attempt={attempt} />
          ))}
        </ol>
      )}
      {callback !== undefined && (
        <div className={styles['payload']}>
          <CodeSnippet id="payload" title={texts.payload()} text={payload} />
        </div>
      )}
      <RefreshWhile waiting={callback === undefined || callback.state === 'pending'} />
    </>
  );
}

function Facts({
  callback: { webhookId, state, begunAt, nextAttemptAt, givenUpBecause },
}: {
  callback: NonNullable<DeliveryView['callback']>;
}) {
  return (
    <>
      <dt>{texts.status()}</dt>
      <dd>
        <CallbackStateWord state={state} /> {givenUpBecause}
      </dd>
      <dt>{texts.started()}</dt>
      <dd>
        <LocalTime iso={begunAt} />
      </dd>
      {nextAttemptAt !== undefined && (
        <>
          <dt>{texts.nextAttempt()}</dt>
          <dd>
            <LocalTime iso={nextAttemptAt} />
          </dd>
        </>
      )}
      <dt>{texts.webhookId()}</dt>
      <dd>
        <code className={styles['code']}>{webhookId}</code>
      </dd>
    </>
  );
}

function AttemptRow({
  attempt: { startedAt, durationMs, status, reason, answer },
}: {
  attempt: AttemptView;
}) {
  return (
    <li className={styles['row']}>
      <div className={styles['wide']}>
        <div className={styles['facts']}>
          <LocalTime iso={startedAt} />
          <span>{describeResponse(status, durationMs)}</span>
        </div>
        <p className={styles['reason']}>{reason}</p>
        {answer !== '' && (
          <pre className={styles['answer']} aria-label={texts.response()}>
            {answer}
          </pre>
        )}
      </div>
    </li>
  );
}
