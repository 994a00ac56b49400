import { Button, NativeSelect } from '@mantine/core';
import { toHref } from '#app/(account)/paging';
import { EmptyLog, LogFilter, LogList, LogRow } from '#components/shell/log-list';
import { Pager, type PageLinks } from '#components/shell/pager';
import { LocalTime } from '#components/ui/local-time';
import type { LoggedRequest } from '#lib/api/request-log/list-requests';
import * as texts from '#messages/request-log';
import styles from '#components/shell/section.module.css';

type StatusClass = keyof typeof texts.statusClasses;

interface Props {
  requests: LoggedRequest[];
  statusClass: StatusClass | undefined;
  /** The key to filter by, and all keys that have requests. */
  keyId: string | undefined;
  keys: Array<{ id: string; name: string; lastFour: string }>;
  links: PageLinks;
}

const path = '/developers/requests';
const statusClasses = ['2', '4', '5'] as const satisfies StatusClass[];

/** A page of the account's API requests, newest first, with filters by status and key and links to other pages. */
export function RequestLog({ requests, statusClass, keyId, keys, links }: Props) {
  const isFiltered = statusClass !== undefined || keyId !== undefined || links.first !== undefined;
  return (
    <>
      <LogFilter
        label={texts.filter()}
        filters={[undefined, ...statusClasses].map((filter) => ({
          label: filter === undefined ? texts.all() : texts.statusClasses[filter](),
          href: toHref(path, { status: filter, key: keyId }),
          isCurrent: filter === statusClass,
        }))}
      />
      {(keys.length > 1 || keyId !== undefined) && (
        <KeyFilter keys={keys} keyId={keyId} statusClass={statusClass} />
      )}
      <LogList
        label={texts.list()}
        empty={
          <EmptyLog
            title={isFiltered ? texts.noMatches() : texts.empty()}
            hint={isFiltered ? texts.noMatchesHint() : texts.emptyHint()}
          />
        }
      >
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </LogList>
      <Pager label={texts.pages()} links={links} />
    </>
  );
}

function KeyFilter({ keys, keyId, statusClass }: Pick<Props, 'keys' | 'keyId' | 'statusClass'>) {
  return (
    <form className={styles['filterForm']} action={path}>
      {statusClass !== undefined && <input type="hidden" name="status" value={statusClass} />}
      <NativeSelect
        // Remounts for each filter: otherwise the browser keeps the previous choice.
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

function RequestRow({ request }: { request: LoggedRequest }) {
  const { id, at, method, path, status, durationMs, key, problem } = request;
  return (
    <LogRow
      name={`${method} ${path}`}
      href={`/developers/requests/${id}`}
      isSandbox={key.mode === 'test'}
      facts={
        <>
          <RequestStatus status={status} />
          {problem !== null && <code className={styles['code']}>{problem}</code>}
          <LocalTime iso={at} show="second" />
          <span>{texts.durationMs({ milliseconds: durationMs })}</span>
          <span>{key.name}</span>
        </>
      }
    />
  );
}

/** A response status, colored by class. */
export function RequestStatus({ status }: { status: number }) {
  return <span className={status < 400 ? styles['good'] : styles['bad']}>{status}</span>;
}
