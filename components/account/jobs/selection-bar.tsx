'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import type { JobView } from '#components/account/jobs/job-list';
import * as texts from '#messages/transcripts';
import styles from './jobs-page.module.css';

/** What can be done with the jobs selected, together. */
export function SelectionBar({
  jobs,
  onDelete,
  onSelectAll,
  onSelectNone,
}: {
  jobs: JobView[];
  onDelete: () => void;
  onSelectAll: () => void;
  onSelectNone: () => void;
}) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const transcribed = jobs.filter(({ state: { kind } }) => kind === 'transcribed');

  async function download() {
    setState('busy');
    const isDone = await saveZip(transcribed.map(({ id }) => id));
    setState(isDone ? 'idle' : 'failed');
  }

  return (
    <section
      className={styles['selection']}
      aria-label={texts.selection()}
      data-item={jobs[0]?.id}
      data-control="select"
    >
      <span aria-live="polite">{texts.selectedCount({ count: jobs.length })}</span>
      <Button variant="default" size="xs" h={36} onClick={onSelectAll}>
        {texts.selectAll()}
      </Button>
      <Button variant="default" size="xs" h={36} onClick={onSelectNone}>
        {texts.clear()}
      </Button>
      <BusyButton
        size="xs"
        h={36}
        disabled={transcribed.length === 0}
        isBusy={state === 'busy'}
        onClick={() => void download()}
      >
        {texts.download()}
      </BusyButton>
      <Button color="red.9" size="xs" h={36} onClick={onDelete}>
        {texts.deleteTranscript()}
      </Button>
      <span role="alert" className={styles['error']}>
        {state === 'failed' && texts.downloadFailed()}
        {transcribed.length === 0 && texts.downloadUnavailable()}
      </span>
    </section>
  );
}

/** Fetched rather than gone to: the ids may be too many for an address, and an error can be shown. */
async function saveZip(ids: string[]): Promise<boolean> {
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/jobs/download', { method: 'POST', headers, body: JSON.stringify({ ids }) });
    if (!answer.ok) return false;
    const url = URL.createObjectURL(await answer.blob());
    const link = document.createElement('a');
    link.href = url;
    link.download = 'transcripts.zip';
    link.click();
    // Some browsers read it only after the click.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return true;
  } catch {
    return false;
  }
}
