import { Title } from '@mantine/core';
import { CallbackStateWord, describeResponse } from '#app/(account)/developers/callbacks/callback-state.tsx';
import { explainAttempt, explainReason } from '#app/(account)/developers/callbacks/explain-delivery';
import { CodeSnippet } from '#components/ui/code-snippet';
import { RefreshWhile } from '#components/ui/refresh-while';
import { SendAgain } from '#app/(account)/developers/callbacks/send-again.tsx';
import { LogEntryHeading } from '#components/shell/log-list';
import { LocalTime } from '#components/ui/local-time';
import { presentJob } from '#lib/api/v1/present-job';
import type { StoredAttempt } from '#lib/callbacks/read-callback';
import * as texts from '#messages/webhooks';
import type { Delivery } from './find-delivery';
import styles from '#components/shell/section.module.css';

/** The delivery attempts of a job's callback, newest first, with the start of each response. */
export function CallbackAttempts({ delivery: { job, url, callback, attempts } }: { delivery: Delivery }) {
  return (
    <>
      <LogEntryHeading
        name={job.name}
        isSandbox={job.mode === 'test'}
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
          <SendAgain jobId={job.id} name={job.name} />
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
          <CodeSnippet
            id="payload"
            title={texts.payload()}
            text={JSON.stringify({ job: presentJob(job) }, null, 2)}
          />
        </div>
      )}
      <RefreshWhile waiting={callback === undefined || callback.state === 'pending'} />
    </>
  );
}

function Facts({ callback }: { callback: NonNullable<Delivery['callback']> }) {
  const { id, state, begunAt, nextTryAt, givenUpBecause } = callback;
  return (
    <>
      <dt>{texts.status()}</dt>
      <dd>
        <CallbackStateWord state={state} /> {givenUpBecause !== null && explainReason(givenUpBecause)}
      </dd>
      <dt>{texts.started()}</dt>
      <dd>
        <LocalTime iso={begunAt} />
      </dd>
      {state === 'pending' && (
        <>
          <dt>{texts.nextAttempt()}</dt>
          <dd>
            <LocalTime iso={nextTryAt} />
          </dd>
        </>
      )}
      <dt>{texts.webhookId()}</dt>
      <dd>
        <code className={styles['code']}>{id}</code>
      </dd>
    </>
  );
}

function AttemptRow({ attempt }: { attempt: StoredAttempt }) {
  return (
    <li className={styles['row']}>
      <div className={styles['wide']}>
        <div className={styles['facts']}>
          <LocalTime iso={attempt.startedAt} />
          <span>{describeResponse(attempt)}</span>
        </div>
        <p className={styles['reason']}>{explainAttempt(attempt)}</p>
        {attempt.answer !== '' && (
          <pre className={styles['answer']} aria-label={texts.response()}>
            {attempt.answer}
          </pre>
        )}
      </div>
    </li>
  );
}
