'use client';

import { Button, Group, Title } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useCallback, useId, useState } from 'react';
import { restoreJobs } from '#app/(account)/jobs/actions';
import { ListSwitch, toTabId } from '#components/jobs/list/list-switch';
import { useJobEvents, type JobsConnection } from '#components/jobs/live/use-job-events.ts';
import { useKeptFocus } from '#components/ui/kept-focus/use-kept-focus.ts';
import { HoldNote, type Held } from '#components/shell/hold-note';
import { DeleteDialog, EmptyDialog } from './trash-dialogs';
import type { ActionResult } from '#components/ui/action-result.ts';
import { ButtonLink } from '#components/ui/link';
import { ErrorAlert } from '#components/ui/error-alert';
import { LocalTime } from '#components/ui/local-time';
import { SmallButton } from '#components/ui/busy-button';
import { ConnectionText } from '#components/jobs/live/connection-text';
import * as commonTexts from '#messages/common';
import * as holdTexts from '#messages/legal-hold';
import * as listTexts from '#messages/transcripts';
import * as texts from '#messages/trash';
import { deleteJob, emptyTrash } from './actions';
import styles from './trash-page.module.css';

/** A transcript in the trash. `days` until its deletion: 0 within the hour, undefined under a legal hold. */
export interface TrashedJobView {
  id: string;
  name: string;
  trashedAt: string;
  days: number | undefined;
}

interface Props {
  jobs: TrashedJobView[];
  /** The number of transcripts in the trash. */
  total: number;
  /** The number of transcripts without a legal hold, which can be deleted. */
  free: number;
  held: Held | undefined;
  /** The URL of a longer list; undefined if all are shown. */
  more: string | undefined;
}

/** The transcripts in the trash, updated live, to restore or delete. */
export function TrashPage({ jobs, total, free, held, more }: Props) {
  const router = useRouter();
  const refresh = useCallback(() => router.refresh(), [router]);
  const noteId = useId();
  const [connection, setConnection] = useState<JobsConnection>('open');
  useJobEvents({ onChange: refresh, reload: refresh, setConnection });
  const { region } = useKeptFocus(findBack);
  const [error, setError] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const [asked, setAsked] = useState<TrashedJobView | 'empty'>();
  const close = useCallback(() => setAsked(undefined), []);

  async function restore({ id, name }: TrashedJobView) {
    setError(undefined);
    const result = await restoreJobs([id]).catch(() => ({ error: commonTexts.serverUnreachable() }));
    if ('error' in result) return setError(result.error);
    if (result.value.length === 0) setError(texts.missing());
    else setAnnouncement(texts.restored({ name }));
    refresh();
  }

  /** Runs an action, and refreshes the list. */
  async function run(action: () => Promise<ActionResult<void>>): Promise<string | undefined> {
    setError(undefined);
    setAnnouncement('');
    const result = await action();
    refresh();
    return 'error' in result ? result.error : undefined;
  }

  return (
    <div ref={region}>
      <Title order={1} className={styles['title'] ?? ''}>
        {texts.title()}
      </Title>
      <div className={styles['head']}>
        <ListSwitch shown="trash" />
        {total > 0 && (
          <Button
            variant="default"
            disabled={free === 0}
            {...(free === 0 && { 'aria-describedby': noteId })}
            onClick={() => setAsked('empty')}
          >
            {texts.emptyTrash()}
          </Button>
        )}
      </div>
      {total > 0 && held !== undefined && <HoldNote id={noteId}>{holdTexts.trash[held]()}</HoldNote>}
      {total > 0 && held !== 'account' && <p className={styles['lead']}>{texts.lead()}</p>}
      <ErrorAlert>{error}</ErrorAlert>
      <div role="tabpanel" aria-labelledby={toTabId('trash')}>
        {total === 0 ? (
          <div className={styles['nothing']}>
            <p>{texts.empty()}</p>
            <p className={styles['lead']}>{texts.emptyText()}</p>
          </div>
        ) : (
          <ul className={styles['list']} aria-label={texts.list()}>
            {jobs.map((job) => (
              <TrashRow key={job.id} job={job} onRestore={restore} onDelete={setAsked} />
            ))}
          </ul>
        )}
      </div>
      {more !== undefined && (
        <Group justify="center" mt="var(--space-5)">
          <ButtonLink href={more}>{listTexts.showMore()}</ButtonLink>
        </Group>
      )}
      <output className={announcement === '' && connection === 'open' ? 'unseen' : styles['said']}>
        <ConnectionText connection={connection} path="/jobs/trash" />
        {connection === 'open' && announcement}
      </output>
      {asked === 'empty' && <EmptyDialog count={free} onConfirm={() => run(emptyTrash)} onClose={close} />}
      {asked !== undefined && asked !== 'empty' && (
        <DeleteDialog name={asked.name} onConfirm={() => run(() => deleteJob(asked.id))} onClose={close} />
      )}
    </div>
  );
}

function TrashRow({
  job,
  onRestore,
  onDelete,
}: {
  job: TrashedJobView;
  onRestore: (job: TrashedJobView) => Promise<void>;
  onDelete: (job: TrashedJobView) => void;
}) {
  const { id, name, trashedAt, days } = job;
  return (
    <li className={styles['row']} data-item={id}>
      <div className={styles['what']}>
        <p className={styles['name']} title={name}>
          {name}
        </p>
        <p className={styles['when']}>
          <span>
            {texts.deletedAt()} <LocalTime iso={trashedAt} />
          </span>
          <span>{days === undefined ? holdTexts.kept() : texts.goneIn({ days })}</span>
        </p>
      </div>
      <Group gap="var(--space-2)">
        <SmallButton
          data-control="restore"
          aria-label={texts.restoreNamed({ name })}
          onClick={() => void onRestore(job)}
        >
          {texts.restore()}
        </SmallButton>
        <SmallButton
          variant="subtle"
          color="var(--color-danger)"
          data-control="delete"
          disabled={days === undefined}
          aria-label={texts.deleteNamed({ name })}
          onClick={() => onDelete(job)}
        >
          {texts.deletePermanently()}
        </SmallButton>
      </Group>
    </li>
  );
}

function findBack(region: HTMLElement): HTMLElement | null {
  return region.querySelector<HTMLElement>('li [data-control], [aria-selected=true]');
}
