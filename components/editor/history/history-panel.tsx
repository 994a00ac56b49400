'use client';

import { Button, Loader, Text } from '@mantine/core';
import { BusyButton } from '#components/busy-button';
import { Trouble } from '#components/account/trouble';
import { LocalTime } from '#components/local-time';
import { historyTexts as texts } from '#components/texts/history';
import { useRoom } from '../edit-room';
import { focusIfLost } from '../focus-at-once';
import { groupRevisions } from './group-revisions';
import styles from './history.module.css';
import { RevisionRow } from './revision-row';
import { SessionRow } from './session-row';
import { useRevisions } from './use-revisions';

const localDay = (at: string): string => new Date(at).toDateString();

/** The transcript's versions, newest first, by day and by who wrote them in one go. */
export function HistoryPanel() {
  const { run } = useRoom();
  const { revisions, more, reload, isBusy, trouble } = useRevisions();
  const { days, machine } = groupRevisions(revisions ?? [], localDay);
  const row = { onNamed: reload, latest: revisions?.[0]?.number ?? 0 };
  return (
    <div className={styles['history']}>
      <Text size="sm" c="dimmed">
        {texts.about}
      </Text>
      <Button size="xs" variant="default" onClick={() => run('compare')}>
        {texts.comparison.command}
      </Button>
      {revisions === undefined && isBusy && <Loader size="sm" aria-label={texts.loading} />}
      <Trouble>{trouble}</Trouble>
      {trouble !== undefined && (
        <Button size="xs" variant="default" onClick={() => void reload()}>
          {texts.tryAgain}
        </Button>
      )}
      {revisions !== undefined && days.length === 0 && <Text size="sm">{texts.nothingYet}</Text>}
      {days.map(({ at, sessions }) => (
        <section key={at}>
          <h3 className={styles['day']}>
            <LocalTime iso={at} show="day" />
          </h3>
          <ul className={styles['rows']}>
            {sessions.map((session) => (
              <SessionRow key={session.newest.number} session={session} {...row} />
            ))}
          </ul>
        </section>
      ))}
      {machine && (
        // It comes with the last page, and the button that asked for that has gone.
        <ul ref={focusIfLost} tabIndex={-1} className={styles['rows']}>
          <RevisionRow revision={machine} {...row} />
        </ul>
      )}
      {more && (
        <BusyButton size="xs" variant="default" isBusy={isBusy} onClick={more}>
          {texts.more}
        </BusyButton>
      )}
    </div>
  );
}
