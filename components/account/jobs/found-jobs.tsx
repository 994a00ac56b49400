'use client';

import { Button } from '@mantine/core';
import { useState, type Dispatch, type SetStateAction } from 'react';
import { JobList, type JobRowActions } from '#components/account/jobs/job-list';
import * as texts from '#messages/transcripts';
import { JobSearch } from './job-search';
import type { JobsQuery } from './jobs-query';
import { MoreJobs } from './more-jobs';
import { SelectionBar } from './selection-bar';
import type { LiveJobs } from './use-live-jobs';
import styles from './jobs-page.module.css';

type Selected = ReadonlySet<string>;

const everything: JobsQuery = { search: '', status: undefined, sort: 'newest' };

/** The jobs that were looked for, with what can be done with those selected. */
export function FoundJobs({
  live,
  query,
  selection: [selected, setSelected],
  rowActions,
  onFind,
}: {
  live: LiveJobs;
  query: JobsQuery;
  selection: [Selected, Dispatch<SetStateAction<Selected>>];
  rowActions: JobRowActions;
  onFind: (query: JobsQuery) => void;
}) {
  // The finder keeps what is being typed: it begins anew when the search is taken back.
  const [findings, setFindings] = useState(0);
  const chosen = live.jobs.filter(({ id }) => selected.has(id));

  function findEverything() {
    onFind(everything);
    setFindings(findings + 1);
  }

  return (
    <>
      <JobSearch key={findings} query={query} onChange={onFind} />
      {chosen.length > 0 && (
        <SelectionBar
          jobs={chosen}
          onDelete={() => rowActions.askDelete(...chosen)}
          onSelectAll={() => setSelected(new Set(live.jobs.map(({ id }) => id)))}
          onSelectNone={() => setSelected(new Set())}
        />
      )}
      {live.jobs.length === 0 ? (
        <div className={styles['nothing']}>
          <p>{texts.noMatches()}</p>
          <Button variant="default" data-show-all onClick={findEverything}>
            {texts.showAll()}
          </Button>
        </div>
      ) : (
        <JobList jobs={live.jobs} selected={selected} rowActions={rowActions} />
      )}
      <MoreJobs live={live} />
    </>
  );
}
