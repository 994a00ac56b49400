import { Badge } from '@mantine/core';
import Link from 'next/link';
import {
  CallbackStateWord,
  describeResponse,
  type CallbackState,
} from '#components/account/callbacks/callback-state';
import { RefreshWhile } from '#components/ui/refresh-while';
import { SendAgain } from '#components/account/callbacks/send-again';
import { ButtonLink } from '#components/ui/button-link';
import { LocalTime } from '#components/ui/local-time';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/webhooks';
import type { ActionResult } from '#components/ui/action-result.ts';
import styles from '#components/shell/section.module.css';

/** A callback as the log shows it. Moments are ISO texts. */
export interface CallbackView {
  id: string;
  jobId: string;
  jobName: string;
  isSandbox: boolean;
  url: string;
  state: CallbackState;
  begunAt: string;
  /** There while it is pending. */
  nextAttemptAt: string | undefined;
  attempts: number;
  /** The latest attempt: the status of its response, if any, its duration, and its result in words. */
  latest: { status: number | undefined; durationMs: number; reason: string } | undefined;
}

/** A page of the log, newest first. `olderAfter` is the callback that the next page begins after. */
export interface CallbackLogPage {
  callbacks: CallbackView[];
  state: CallbackState | undefined;
  isNewest: boolean;
  olderAfter: string | undefined;
}

const states = ['pending', 'delivered', 'given_up'] as const satisfies CallbackState[];

/** The account's callbacks, to be filtered by state and leafed through. */
export function CallbackLog({
  callbacks,
  state,
  isNewest,
  olderAfter,
  sendAgain,
}: CallbackLogPage & { sendAgain: (jobId: string) => Promise<ActionResult<void>> }) {
  return (
    <>
      <nav className={styles['filter']} aria-label={texts.filter()}>
        {[undefined, ...states].map((filter) => (
          <Link
            key={filter ?? 'all'}
            className={styles['tab']}
            href={toHref(filter, undefined)}
            prefetch={false}
            aria-current={filter === state ? 'true' : undefined}
          >
            {filter === undefined ? texts.all() : texts.statuses[filter]()}
          </Link>
        ))}
      </nav>
      {callbacks.length === 0 ? (
        <NoCallback isFiltered={state !== undefined || !isNewest} />
      ) : (
        <ul className={styles['list']} aria-label={texts.list()}>
          {callbacks.map((callback) => (
            <CallbackRow key={callback.id} callback={callback} sendAgain={sendAgain} />
          ))}
        </ul>
      )}
      {(!isNewest || olderAfter !== undefined) && (
        <nav className={styles['pages']} aria-label={texts.pages()}>
          {!isNewest && (
            <ButtonLink href={toHref(state, undefined)} look="default">
              {commonTexts.newest()}
            </ButtonLink>
          )}
          {olderAfter !== undefined && (
            <ButtonLink href={toHref(state, olderAfter)} look="default">
              {commonTexts.older()}
            </ButtonLink>
          )}
        </nav>
      )}
      <RefreshWhile waiting={callbacks.some((callback) => callback.state === 'pending')} />
    </>
  );
}

function toHref(state: CallbackState | undefined, after: string | undefined): string {
  const query = new URLSearchParams({ ...(state && { state }), ...(after && { after }) });
  return query.size === 0 ? '/developers/callbacks' : `/developers/callbacks?${query}`;
}

function NoCallback({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className={styles['empty']}>
      <strong>{isFiltered ? texts.noMatches() : texts.empty()}</strong>
      <span>{isFiltered ? texts.noMatchesHint() : texts.emptyHint()}</span>
    </div>
  );
}

function CallbackRow({
  callback,
  sendAgain,
}: {
  callback: CallbackView;
  sendAgain: (jobId: string) => Promise<ActionResult<void>>;
}) {
  const { jobId, jobName, isSandbox, url, state, begunAt, nextAttemptAt, attempts, latest } = callback;
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <div className={styles['heading']}>
          <Link className={styles['name']} href={`/developers/callbacks/${jobId}`} prefetch={false}>
            {jobName}
          </Link>
          {isSandbox && (
            <Badge variant="default" size="sm">
              {commonTexts.sandbox()}
            </Badge>
          )}
        </div>
        <div className={styles['facts']}>
          <CallbackStateWord state={state} />
          <LocalTime iso={begunAt} />
          <span>{attempts === 0 ? texts.notAttempted() : texts.attemptCount({ count: attempts })}</span>
          {latest !== undefined && <span>{describeResponse(latest.status, latest.durationMs)}</span>}
          {nextAttemptAt !== undefined && (
            <span>
              {texts.nextAttempt()} <LocalTime iso={nextAttemptAt} />
            </span>
          )}
        </div>
        <p className={styles['reason']}>{url}</p>
        {latest !== undefined && state !== 'delivered' && <p className={styles['reason']}>{latest.reason}</p>}
      </div>
      <SendAgain jobId={jobId} name={jobName} sendAgain={sendAgain} />
    </li>
  );
}
