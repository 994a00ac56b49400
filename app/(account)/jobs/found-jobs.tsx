'use client';

import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { JobList, type JobRowActions, type OpenMenu } from '#components/jobs/list/job-list';
import { toTabId } from '#components/jobs/list/list-switch';
import { lazyPart } from '#components/ui/lazy-part';
import * as texts from '#messages/transcripts';
import { JobSearch } from './job-search';
import { isEverything, isNarrowed, type JobsQuery } from '#components/jobs/live/jobs-query.ts';
import { ListCommands } from './commands/list-commands';
import { MoreJobs } from './more-jobs';
import { SelectionBar } from './selection-bar';
import type { LiveJobs } from '#components/jobs/live/use-live-jobs.ts';
import styles from '#components/jobs/jobs.module.css';

/* Like dialogs, the menu loads on demand. */
const JobMenu = lazyPart(async () => (await import('./job-menu')).JobMenu);

/** The duration of a notice. */
const noticeMs = 6000;

type Selected = ReadonlySet<string>;

const everything: JobsQuery = {
  search: '',
  status: undefined,
  isArchived: false,
  tag: undefined,
  sort: 'newest',
};

/** The jobs found, with actions for selected ones. */
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
  onFind: (change: Partial<JobsQuery>) => void;
}) {
  // The finder keeps the typed text, so clearing the search remounts it.
  const [findings, setFindings] = useState(0);
  const [menu, setMenu] = useState<OpenMenu>();
  const [notice, setNotice] = useNotice();
  const menuJob = live.jobs.find(({ id }) => id === menu?.jobId);
  const chosen = live.jobs.filter(({ id }) => selected.has(id));

  const region = useRef<HTMLDivElement>(null);
  const selectAll = () => setSelected(new Set(live.jobs.map(({ id }) => id)));
  const selectNone = () => setSelected(new Set());

  function findAnew(asked: Partial<JobsQuery>) {
    onFind(asked);
    setFindings(findings + 1);
  }

  return (
    <div ref={region} className={chosen.length > 0 ? styles['underSelection'] : undefined}>
      <JobSearch key={findings} query={query} tags={live.tags} onChange={onFind} />
      {chosen.length > 0 && (
        <SelectionBar
          jobs={chosen}
          tags={live.tags}
          rowActions={rowActions}
          onSelectAll={selectAll}
          onSelectNone={selectNone}
        />
      )}
      <div
        id="list"
        role="tabpanel"
        aria-labelledby={toTabId(query.isArchived ? 'archived' : 'current')}
        tabIndex={-1}
        className={styles['results']}
      >
        {live.jobs.length === 0 ? (
          <NothingFound query={live.query} onFind={findAnew} />
        ) : (
          <JobList
            jobs={live.jobs}
            selected={selected}
            rowActions={rowActions}
            sort={query.sort}
            onSort={(sort) => onFind({ sort })}
            menuOf={menuJob?.id}
            onMenu={setMenu}
          />
        )}
      </div>
      <MoreJobs live={live} />
      <output className={notice === '' ? 'unseen' : styles['away']}>{notice}</output>
      <ListCommands
        jobs={live.jobs}
        region={region}
        onFind={findAnew}
        onSelectAll={selectAll}
        onSelectNone={selectNone}
      />
      {menu !== undefined && menuJob !== undefined && (
        <JobMenu
          job={menuJob}
          button={menu.button}
          rowActions={rowActions}
          onNotice={setNotice}
          onClose={() => setMenu(undefined)}
        />
      )}
    </div>
  );
}

/** An empty result, with links to other results. */
function NothingFound({ query, onFind }: { query: JobsQuery; onFind: (query: JobsQuery) => void }) {
  const isAllArchived = isEverything(query);
  const isArchiveEmpty = query.isArchived && !isNarrowed(query);
  return (
    <div className={styles['nothing']}>
      <p>{isAllArchived ? texts.allArchived() : isArchiveEmpty ? texts.noArchived() : texts.noMatches()}</p>
      <Button
        variant="default"
        data-show-all
        onClick={() => onFind({ ...everything, isArchived: isAllArchived })}
      >
        {isAllArchived ? texts.showArchived() : texts.showAll()}
      </Button>
    </div>
  );
}

/** The last action's result, shown long enough to read. */
function useNotice(): [string, (text: string) => void] {
  const [notice, setNotice] = useState('');
  useEffect(() => {
    if (notice === '') return;
    const timer = setTimeout(() => setNotice(''), noticeMs);
    return () => clearTimeout(timer);
  }, [notice]);
  return [notice, setNotice];
}
