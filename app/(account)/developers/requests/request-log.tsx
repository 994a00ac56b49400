import { Button, NativeSelect } from '@mantine/core';
import { type RequestView, RequestStatus } from '#app/(account)/developers/requests/request-view.tsx';
import { EmptyLog, LogFilter, LogRow } from '#components/shell/log-list';
import { Pager } from '#components/shell/pager';
import { LocalTime } from '#components/ui/local-time';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/request-log';
import styles from '#components/shell/section.module.css';

type StatusClass = keyof typeof texts.statusClasses;

/** A page of the log, newest first. `olderAfter` is the request that the next page begins after. */
export interface RequestLogPage {
  requests: RequestView[];
  statusClass: StatusClass | undefined;
  /** The key that the log is filtered by, and all that it has requests with. */
  keyId: string | undefined;
  keys: Array<{ id: string; name: string; lastFour: string }>;
  isNewest: boolean;
  olderAfter: string | undefined;
}

const statusClasses = ['2', '4', '5'] as const satisfies StatusClass[];

/** The account's API requests, to be filtered by status and key and leafed through. */
export function RequestLog({ requests, statusClass, keyId, keys, isNewest, olderAfter }: RequestLogPage) {
  return (
    <>
      <LogFilter
        label={texts.filter()}
        filters={[undefined, ...statusClasses].map((filter) => ({
          label: filter === undefined ? texts.all() : texts.statusClasses[filter](),
          href: toHref({ status: filter, key: keyId }),
          isCurrent: filter === statusClass,
        }))}
      />
      {(keys.length > 1 || keyId !== undefined) && (
        <KeyFilter keys={keys} keyId={keyId} statusClass={statusClass} />
      )}
      {requests.length === 0 ? (
        <NoRequest isFiltered={statusClass !== undefined || keyId !== undefined || !isNewest} />
      ) : (
        <ul className={styles['list']} aria-label={texts.list()}>
          {requests.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </ul>
      )}
      <Pager
        label={texts.pages()}
        pages={[
          {
            href: isNewest ? undefined : toHref({ status: statusClass, key: keyId }),
            label: commonTexts.newest(),
          },
          {
            href: olderAfter && toHref({ status: statusClass, key: keyId, after: olderAfter }),
            label: commonTexts.older(),
          },
        ]}
      />
    </>
  );
}

function toHref(given: Record<string, string | undefined>): string {
  const set = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return set.length === 0 ? '/developers/requests' : `/developers/requests?${new URLSearchParams(set)}`;
}

function KeyFilter({ keys, keyId, statusClass }: Pick<RequestLogPage, 'keys' | 'keyId' | 'statusClass'>) {
  return (
    <form className={styles['filterForm']} action="/developers/requests">
      {statusClass !== undefined && <input type="hidden" name="status" value={statusClass} />}
      <NativeSelect
        // A new one for each filter: the browser would keep what was chosen before.
        key={keyId ?? ''}
        label={texts.key()}
        name="key"
        defaultValue={keyId ?? ''}
        maw="24rem"
        data={[
          { value: '', label: texts.allKeys() },
          ...keys.map(({ id, name, lastFour }) => ({
            value: id,
            label: texts.keyOption({ name, lastFour }),
          })),
        ]}
      />
      <Button type="submit" variant="default">
        {texts.apply()}
      </Button>
    </form>
  );
}

function NoRequest({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyLog title={texts.noMatches()} hint={texts.noMatchesHint()} />
  ) : (
    <EmptyLog title={texts.empty()} hint={texts.emptyHint()} />
  );
}

function RequestRow({ request }: { request: RequestView }) {
  const { id, at, method, path, status, durationMs, key, isSandbox, problem } = request;
  return (
    <LogRow
      name={`${method} ${path}`}
      href={`/developers/requests/${id}`}
      isSandbox={isSandbox}
      facts={
        <>
          <RequestStatus status={status} />
          {problem !== undefined && <code className={styles['code']}>{problem.slug}</code>}
          <LocalTime iso={at} show="second" />
          <span>{texts.durationMs({ milliseconds: durationMs })}</span>
          <span>{key.name}</span>
        </>
      }
    />
  );
}
