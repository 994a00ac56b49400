'use client';

import { useState, type RefObject } from 'react';
import type { JobView } from '#components/jobs/list/job-list';
import { useListKeys } from '#components/jobs/list/list-keys.ts';
import type { JobsQuery } from '#components/jobs/live/jobs-query.ts';
import { lazyPart } from '#components/ui/lazy-part';

/* Dialogs and command titles load on demand. */
const ListDialog = lazyPart(async () => (await import('./list-dialogs')).ListDialog);

export interface ListActions {
  jobs: JobView[];
  region: RefObject<HTMLElement | null>;
  onFind: (change: Partial<JobsQuery>) => void;
  onSelectAll: () => void;
  onSelectNone: () => void;
}

export type ListDialogKind = 'palette' | 'shortcuts';

/** The list's keyboard shortcuts, with the palette and the list of shortcuts that they open. */
export function ListCommands(actions: ListActions) {
  const [open, setOpen] = useState<ListDialogKind>();
  const search = (): void =>
    actions.region.current?.querySelector<HTMLElement>('input[type="search"]')?.focus();
  useListKeys({ '/': search, k: () => setOpen('palette'), '?': () => setOpen('shortcuts') });
  if (open === undefined) return null;
  return <ListDialog kind={open} onOpen={setOpen} onSearch={search} {...actions} />;
}
