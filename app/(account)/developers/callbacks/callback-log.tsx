import { toHref } from '#app/(account)/paging';
import { explainAttempt } from '#app/(account)/developers/callbacks/explain-delivery';
import { CallbackStateWord, describeResponse, type CallbackState } from './callback-state';
import { RefreshWhile } from '#components/ui/refresh-while';
import { SendAgain } from './send-again';
import { EmptyLog, LogFilter, LogList, LogRow } from '#components/shell/log-list';
import { Pager, type PageLinks } from '#components/shell/pager';
import { LocalTime } from '#components/ui/local-time';
import type { ListedCallback } from '#lib/callbacks/list-callbacks';
import * as texts from '#messages/webhooks';
import styles from '#components/shell/section.module.css';

const states = ['pending', 'delivered', 'given_up'] as const satisfies CallbackState[];

const path = '/developers/callbacks';

/** A page of the account's callbacks, newest first, with filters by state and links to other pages. */
export function CallbackLog({
  callbacks,
  state,
  links,
}: {
  callbacks: ListedCallback[];
  state: CallbackState | undefined;
  links: PageLinks;
}) {
  const isFiltered = state !== undefined || links.first !== undefined;
  return (
    <>
      <LogFilter
        label={texts.filter()}
        below
        filters={[undefined, ...states].map((filter) => ({
          label: filter === undefined ? texts.all() : texts.statuses[filter](),
          href: toHref(path, { state: filter }),
          isCurrent: filter === state,
        }))}
      />
      <LogList
        label={texts.list()}
        empty={
          <EmptyLog
            title={isFiltered ? texts.noMatches() : texts.empty()}
            hint={isFiltered ? texts.noMatchesHint() : texts.emptyHint()}
          />
        }
      >
        {callbacks.map((listed) => (
          <CallbackRow key={listed.callback.id} listed={listed} />
        ))}
      </LogList>
      <Pager label={texts.pages()} links={links} />
      <RefreshWhile waiting={callbacks.some(({ callback }) => callback.state === 'pending')} />
    </>
  );
}

function CallbackRow({ listed: { callback, job, latestAttempt } }: { listed: ListedCallback }) {
  const { jobId, url, state, begunAt, nextTryAt, triesSinceBegun } = callback;
  return (
    <LogRow
      name={job.name}
      href={`${path}/${jobId}`}
      isSandbox={job.mode === 'test'}
      facts={
        <>
          <CallbackStateWord state={state} />
          <LocalTime iso={begunAt} />
          <span>
            {triesSinceBegun === 0 ? texts.notAttempted() : texts.attemptCount({ count: triesSinceBegun })}
          </span>
          {latestAttempt !== undefined && <span>{describeResponse(latestAttempt)}</span>}
          {state === 'pending' && (
            <span>
              {texts.nextAttempt()} <LocalTime iso={nextTryAt} />
            </span>
          )}
        </>
      }
      action={<SendAgain jobId={jobId} name={job.name} />}
    >
      <p className={styles['reason']}>{url}</p>
      {latestAttempt !== undefined && state !== 'delivered' && (
        <p className={styles['reason']}>{explainAttempt(latestAttempt)}</p>
      )}
    </LogRow>
  );
}
