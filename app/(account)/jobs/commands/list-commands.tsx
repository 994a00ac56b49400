'use client';

import { lazy, Suspense, useState, type RefObject } from 'react';
import type { JobView } from '#components/jobs/list/job-list';
import { useListKeys } from '#components/jobs/list/list-keys.ts';
import type { JobsQuery } from '#components/jobs/live/jobs-query.ts';

/* Dialogs, and the titles of all commands, load when they are opened. */
const ListDialog = lazy(async () => ({ default: (await import('./list-dialogs')).ListDialog }));

export interface ListActions {
  jobs: JobView[];
  region: RefObject<HTMLElement | null>;
  onFind: (change: Partial<JobsQuery>) => void;
  onSelectAll: () => void;
  onSelectNone: () => void;
}

export type ListDialogKind = 'palette' | 'shortcuts';

/** The keys of the list, and the palette and the list of keys that they open. */
export function ListCommands(actions: ListActions) {
  const [open, setOpen] = useState<ListDialogKind>();
  const search = (): void =>
    actions.region.current?.querySelector<HTMLElement>('input[type="search"]')?.focus();
  useListKeys({ '/': search, k: () => setOpen('palette'), '?': () => setOpen('shortcuts') });
  if (open === undefined) return null;
  return (
    <Suspense>
      <ListDialog kind={open} onOpen={setOpen} onSearch={search} {...actions} />
    </Suspense>
  );
}
