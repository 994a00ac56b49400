import { Badge, Title } from '@mantine/core';
import Link from 'next/link';
import { CallbackStateWord, type CallbackState } from '#components/account/callback-state';
import { RefreshWhile } from '#components/account/refresh-while';
import { SendAgain } from '#components/account/send-again';
import { LocalTime } from '#components/local-time';
import { callbackTexts as texts } from '#components/texts/developers';
import type { Outcome } from './use-action';
import styles from './developers.module.css';

/** A try as its page shows it. */
export interface ShownTry {
  id: number;
  startedAt: string;
  durationMs: number;
  status: number | undefined;
  reason: string;
  answer: string;
}

/** All about the callback of a job. Moments are ISO texts; there is no `callback` before the job has ended. */
export interface ShownDelivery {
  jobId: string;
  jobName: string;
  isSandbox: boolean;
  url: string;
  callback:
    | {
        webhookId: string;
        state: CallbackState;
        begunAt: string;
        nextTryAt: string | undefined;
        givenUpBecause: string | undefined;
      }
    | undefined;
  tries: ShownTry[];
}

/** What became of the callback of one job: each try, newest first, with the start of its answer. */
export function CallbackTries({
  delivery: { jobId, jobName, isSandbox, url, callback, tries },
  sendAgain,
}: {
  delivery: ShownDelivery;
  sendAgain: (jobId: string) => Promise<Outcome<void>>;
}) {
  return (
    <>
      <Link className={styles['back']} href="/developers/callbacks" prefetch={false}>
        {texts.back}
      </Link>
      <div className={styles['heading']}>
        <Title order={2} size="h3">
          {jobName}
        </Title>
        {isSandbox && (
          <Badge variant="default" size="sm">
            {texts.sandboxMark}
          </Badge>
        )}
      </div>
      <div className={styles['facing']}>
        <dl className={styles['details']}>
          <dt>{texts.address}</dt>
          <dd>{url}</dd>
          {callback !== undefined && <Facts callback={callback} />}
        </dl>
        {callback === undefined && <p className={styles['reason']}>{texts.waitsForJob}</p>}
      </div>
      {callback !== undefined && (
        <div className={styles['pages']}>
          <SendAgain jobId={jobId} name={jobName} sendAgain={sendAgain} />
        </div>
      )}
      <Title order={2} size="h3" mt="xl" mb="sm">
        {texts.triesTitle}
      </Title>
      {tries.length === 0 ? (
        <div className={styles['empty']}>{texts.notTried}</div>
      ) : (
        <ol className={styles['list']} aria-label={texts.triesTitle}>
          {tries.map((one) => (
            <TryRow key={one.id} shown={one} />
          ))}
        </ol>
      )}
      <RefreshWhile waiting={callback === undefined || callback.state === 'pending'} />
    </>
  );
}

function Facts({
  callback: { webhookId, state, begunAt, nextTryAt, givenUpBecause },
}: {
  callback: NonNullable<ShownDelivery['callback']>;
}) {
  return (
    <>
      <dt>{texts.state}</dt>
      <dd>
        <CallbackStateWord state={state} /> {givenUpBecause}
      </dd>
      <dt>{texts.began}</dt>
      <dd>
        <LocalTime iso={begunAt} />
      </dd>
      {nextTryAt !== undefined && (
        <>
          <dt>{texts.nextTry}</dt>
          <dd>
            <LocalTime iso={nextTryAt} />
          </dd>
        </>
      )}
      <dt>{texts.webhookId}</dt>
      <dd>
        <code className={styles['code']}>{webhookId}</code>
      </dd>
    </>
  );
}

function TryRow({ shown: { startedAt, durationMs, status, reason, answer } }: { shown: ShownTry }) {
  return (
    <li className={styles['row']}>
      <div className={styles['wide']}>
        <div className={styles['facts']}>
          <LocalTime iso={startedAt} />
          <span>{texts.answered(status, durationMs)}</span>
        </div>
        <p className={styles['reason']}>{reason}</p>
        {answer !== '' && (
          <pre className={styles['answer']} aria-label={texts.answer}>
            {answer}
          </pre>
        )}
      </div>
    </li>
  );
}
