'use client';

import * as historyTexts from '#messages/editor/history';
import * as comparisonTexts from '#messages/editor/comparison';
import * as commonTexts from '#messages/common';
import { Button, Stack, Text } from '@mantine/core';
import { BusyButton } from '#components/ui/busy-button';
import { ErrorAlert } from '#components/ui/error-alert';
import { Loading } from '#components/ui/loading';
import { LocalTime } from '#components/ui/local-time';
import { useEditorServices } from '#components/editor/context.ts';
import { focusIfLost } from '#components/ui/focus-on-mount.ts';
import { groupRevisions } from './group-revisions';
import styles from './history.module.css';
import { RevisionRow } from './revision-row';
import { SessionRow } from './session-row';
import { useRevisions } from './use-revisions';

const localDay = (at: string): string => new Date(at).toDateString();

/** The transcript's versions, newest first, grouped by day and session. */
export function HistoryPanel() {
  const { run } = useEditorServices();
  const { revisions, more, reload, isBusy, error } = useRevisions();
  const { days, machine } = groupRevisions(revisions ?? [], localDay);
  const row = { onNamed: reload, latest: revisions?.[0]?.number ?? 0 };
  return (
    <Stack gap="var(--space-3)">
      <Text size="sm" c="dimmed">
        {historyTexts.about()}
      </Text>
      <Button size="xs" variant="default" onClick={() => run('compare')}>
        {comparisonTexts.compareVersions()}
      </Button>
      {revisions === undefined && isBusy && <Loading label={historyTexts.loading()} />}
      <ErrorAlert>{error}</ErrorAlert>
      {error !== undefined && (
        <Button size="xs" variant="default" onClick={() => void reload()}>
          {commonTexts.tryAgain()}
        </Button>
      )}
      {revisions !== undefined && days.length === 0 && <Text size="sm">{historyTexts.empty()}</Text>}
      {days.map(({ at, sessions }) => (
        <section key={at}>
          <h3 className={styles['day']}>
            <LocalTime iso={at} show="day" />
          </h3>
          <ul>
            {sessions.map((session) => (
              <SessionRow key={session.newest.number} session={session} {...row} />
            ))}
          </ul>
        </section>
      ))}
      {machine && (
        // The original comes with the last page, which removes the button that loaded it.
        <ul ref={focusIfLost} tabIndex={-1}>
          <RevisionRow revision={machine} changes={[]} {...row} />
        </ul>
      )}
      {more && (
        <BusyButton size="xs" variant="default" isBusy={isBusy} onClick={more}>
          {historyTexts.showOlder()}
        </BusyButton>
      )}
    </Stack>
  );
}
