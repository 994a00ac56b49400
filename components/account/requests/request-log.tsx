import { Badge, Button, NativeSelect } from '@mantine/core';
import Link from 'next/link';
import { RequestStatus } from '#components/account/requests/request-status';
import type { RequestView } from '#components/account/requests/request-view.ts';
import { ButtonLink } from '#components/ui/button-link';
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
      <nav className={styles['tabsBeside']} aria-label={texts.filter()}>
        {[undefined, ...statusClasses].map((filter) => (
          <Link
            key={filter ?? 'all'}
            className={styles['tab']}
            href={toHref({ status: filter, key: keyId })}
            prefetch={false}
            aria-current={filter === statusClass ? 'true' : undefined}
          >
            {filter === undefined ? texts.all() : texts.statusClasses[filter]()}
          </Link>
        ))}
      </nav>
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
      {(!isNewest || olderAfter !== undefined) && (
        <nav className={styles['pages']} aria-label={texts.pages()}>
          {!isNewest && (
            <ButtonLink href={toHref({ status: statusClass, key: keyId })} look="default">
              {commonTexts.newest()}
            </ButtonLink>
          )}
          {olderAfter !== undefined && (
            <ButtonLink href={toHref({ status: statusClass, key: keyId, after: olderAfter })} look="default">
              {commonTexts.older()}
            </ButtonLink>
          )}
        </nav>
      )}
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
  return (
    <div className={styles['empty']}>
      <strong>{isFiltered ? texts.noMatches() : texts.empty()}</strong>
      <span>{isFiltered ? texts.noMatchesHint() : texts.emptyHint()}</span>
    </div>
  );
}

function RequestRow({ request }: { request: RequestView }) {
  const { id, at, method, path, status, durationMs, key, isSandbox, problem } = request;
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <div className={styles['heading']}>
          <Link className={styles['name']} href={`/developers/requests/${id}`} prefetch={false}>
            {`${method} ${path}`}
          </Link>
          {isSandbox && (
            <Badge variant="default" size="sm">
              {commonTexts.sandbox()}
            </Badge>
          )}
        </div>
        <div className={styles['facts']}>
          <RequestStatus status={status} />
          {problem !== undefined && <code className={styles['code']}>{problem.slug}</code>}
          <LocalTime iso={at} show="second" />
          <span>{texts.durationMs({ milliseconds: durationMs })}</span>
          <span>{key.name}</span>
        </div>
      </div>
    </li>
  );
}
