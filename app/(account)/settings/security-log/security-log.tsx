'use client';

import { useState } from 'react';
import { EmptyLog } from '#components/shell/log-list';
import { BusyButton } from '#components/ui/busy-button';
import { ErrorAlert } from '#components/ui/error-alert';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/security-log';
import { loadBefore } from './actions';
import { EventRow } from './event-row';
import type { EventPage } from './read-event-page';
import styles from './security-log.module.css';

/** The account's audit log. Older events are appended, which keeps the scroll position. */
export function SecurityLog({ first }: { first: EventPage }) {
  const [{ events, hasMore }, setShown] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const last = events.at(-1);
  if (last === undefined) return <EmptyLog title={texts.empty()} hint={texts.emptyHint()} />;

  async function showMore(before: string) {
    setBusy(true);
    const result = await loadBefore(before).catch(() => ({ error: commonTexts.serverUnreachable() }));
    setBusy(false);
    if ('error' in result) return setError(result.error);
    setError(undefined);
    setShown({ events: [...events, ...result.value.events], hasMore: result.value.hasMore });
  }

  return (
    <>
      <div className={styles['frame']}>
        <table className={styles['table']} aria-label={texts.title()}>
          <thead>
            <tr>
              <th scope="col">{texts.event()}</th>
              <th scope="col">{texts.by()}</th>
              <th scope="col">{texts.from()}</th>
              <th scope="col">{texts.time()}</th>
            </tr>
          </thead>
          <tbody>
            {events.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </tbody>
        </table>
      </div>
      <ErrorAlert>{error}</ErrorAlert>
      {hasMore && (
        <div className={styles['more']}>
          <BusyButton variant="default" isBusy={isBusy} onClick={() => void showMore(last.id)}>
            {isBusy ? texts.loading() : texts.showMore()}
          </BusyButton>
        </div>
      )}
    </>
  );
}
