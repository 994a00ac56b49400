import { CallbackStateWord, describeResponse, type CallbackState } from './callback-state';
import { RefreshWhile } from '#components/ui/refresh-while';
import { SendAgain } from './send-again';
import { EmptyLog, LogFilter, LogRow } from '#components/shell/log-list';
import { Pager } from '#components/shell/pager';
import { LocalTime } from '#components/ui/local-time';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/webhooks';
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
export function CallbackLog({ callbacks, state, isNewest, olderAfter }: CallbackLogPage) {
  return (
    <>
      <LogFilter
        label={texts.filter()}
        below
        filters={[undefined, ...states].map((filter) => ({
          label: filter === undefined ? texts.all() : texts.statuses[filter](),
          href: toHref(filter, undefined),
          isCurrent: filter === state,
        }))}
      />
      {callbacks.length === 0 ? (
        <NoCallback isFiltered={state !== undefined || !isNewest} />
      ) : (
        <ul className={styles['list']} aria-label={texts.list()}>
          {callbacks.map((callback) => (
            <CallbackRow key={callback.id} callback={callback} />
          ))}
        </ul>
      )}
      <Pager
        label={texts.pages()}
        pages={[
          { href: isNewest ? undefined : toHref(state, undefined), label: commonTexts.newest() },
          { href: olderAfter && toHref(state, olderAfter), label: commonTexts.older() },
        ]}
      />
      <RefreshWhile waiting={callbacks.some((callback) => callback.state === 'pending')} />
    </>
  );
}

function toHref(state: CallbackState | undefined, after: string | undefined): string {
  const query = new URLSearchParams({ ...(state && { state }), ...(after && { after }) });
  return query.size === 0 ? '/developers/callbacks' : `/developers/callbacks?${query}`;
}

function NoCallback({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyLog title={texts.noMatches()} hint={texts.noMatchesHint()} />
  ) : (
    <EmptyLog title={texts.empty()} hint={texts.emptyHint()} />
  );
}

function CallbackRow({ callback }: { callback: CallbackView }) {
  const { jobId, jobName, isSandbox, url, state, begunAt, nextAttemptAt, attempts, latest } = callback;
  return (
    <LogRow
      name={jobName}
      href={`/developers/callbacks/${jobId}`}
      isSandbox={isSandbox}
      facts={
        <>
          <CallbackStateWord state={state} />
          <LocalTime iso={begunAt} />
          <span>{attempts === 0 ? texts.notAttempted() : texts.attemptCount({ count: attempts })}</span>
          {latest !== undefined && <span>{describeResponse(latest.status, latest.durationMs)}</span>}
          {nextAttemptAt !== undefined && (
            <span>
              {texts.nextAttempt()} <LocalTime iso={nextAttemptAt} />
            </span>
          )}
        </>
      }
      action={<SendAgain jobId={jobId} name={jobName} />}
    >
      <p className={styles['reason']}>{url}</p>
      {latest !== undefined && state !== 'delivered' && <p className={styles['reason']}>{latest.reason}</p>}
    </LogRow>
  );
}
