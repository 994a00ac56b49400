import { Badge } from '@mantine/core';
import Link from 'next/link';
import { CallbackStateWord, type CallbackState } from '#components/account/callback-state';
import { RefreshWhile } from '#components/account/refresh-while';
import { SendAgain } from '#components/account/send-again';
import { ButtonLink } from '#components/button-link';
import { LocalTime } from '#components/local-time';
import { callbackTexts as texts } from '#components/texts/developers';
import type { Outcome } from './use-action';
import styles from './developers.module.css';

/** A callback as the log shows it. Moments are ISO texts. */
export interface ShownCallback {
  id: string;
  jobId: string;
  jobName: string;
  isSandbox: boolean;
  url: string;
  state: CallbackState;
  begunAt: string;
  /** There while it is pending. */
  nextTryAt: string | undefined;
  tries: number;
  /** The latest try: its status when an answer came, its length in milliseconds, and what came of it in words. */
  latest: { status: number | undefined; durationMs: number; reason: string } | undefined;
}

/** A page of the log, newest first. `olderAfter` is the callback that the next page begins after. */
export interface CallbackLogPage {
  callbacks: ShownCallback[];
  state: CallbackState | undefined;
  isNewest: boolean;
  olderAfter: string | undefined;
}

const states = Object.keys(texts.states) as CallbackState[];

/** The account's callbacks, to be filtered by state and leafed through. */
export function CallbackLog({
  callbacks,
  state,
  isNewest,
  olderAfter,
  sendAgain,
}: CallbackLogPage & { sendAgain: (jobId: string) => Promise<Outcome<void>> }) {
  return (
    <>
      <nav className={styles['filter']} aria-label={texts.filter}>
        {[undefined, ...states].map((each) => (
          <Link
            key={each ?? 'all'}
            className={styles['room']}
            href={hrefOf(each, undefined)}
            prefetch={false}
            aria-current={each === state ? 'true' : undefined}
          >
            {each === undefined ? texts.all : texts.states[each]}
          </Link>
        ))}
      </nav>
      {callbacks.length === 0 ? (
        <NoCallback isFiltered={state !== undefined || !isNewest} />
      ) : (
        <ul className={styles['list']} aria-label={texts.listed}>
          {callbacks.map((callback) => (
            <CallbackRow key={callback.id} shown={callback} sendAgain={sendAgain} />
          ))}
        </ul>
      )}
      {(!isNewest || olderAfter !== undefined) && (
        <nav className={styles['pages']} aria-label={texts.pages}>
          {!isNewest && (
            <ButtonLink href={hrefOf(state, undefined)} look="default">
              {texts.newest}
            </ButtonLink>
          )}
          {olderAfter !== undefined && (
            <ButtonLink href={hrefOf(state, olderAfter)} look="default">
              {texts.older}
            </ButtonLink>
          )}
        </nav>
      )}
      <RefreshWhile waiting={callbacks.some((callback) => callback.state === 'pending')} />
    </>
  );
}

function hrefOf(state: CallbackState | undefined, after: string | undefined): string {
  const query = new URLSearchParams({ ...(state && { state }), ...(after && { after }) });
  return query.size === 0 ? '/developers/callbacks' : `/developers/callbacks?${query}`;
}

function NoCallback({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className={styles['empty']}>
      <strong>{isFiltered ? texts.noneOfState : texts.none}</strong>
      <span>{isFiltered ? texts.noneOfStateHint : texts.noneHint}</span>
    </div>
  );
}

function CallbackRow({
  shown,
  sendAgain,
}: {
  shown: ShownCallback;
  sendAgain: (jobId: string) => Promise<Outcome<void>>;
}) {
  const { jobId, jobName, isSandbox, url, state, begunAt, nextTryAt, tries, latest } = shown;
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <div className={styles['heading']}>
          <Link className={styles['name']} href={`/developers/callbacks/${jobId}`} prefetch={false}>
            {jobName}
          </Link>
          {isSandbox && (
            <Badge variant="default" size="sm">
              {texts.sandboxMark}
            </Badge>
          )}
        </div>
        <div className={styles['facts']}>
          <CallbackStateWord state={state} />
          <LocalTime iso={begunAt} />
          <span>{tries === 0 ? texts.notTried : texts.tries(tries)}</span>
          {latest !== undefined && <span>{texts.answered(latest.status, latest.durationMs)}</span>}
          {nextTryAt !== undefined && (
            <span>
              {texts.nextTry} <LocalTime iso={nextTryAt} />
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
