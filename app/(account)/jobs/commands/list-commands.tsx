'use client';

import { useRouter } from 'next/navigation';
import { lazy, Suspense, useState, type RefObject } from 'react';
import type { JobView } from '#components/jobs/list/job-list';
import { useListKeys, type ListCommand } from '#components/jobs/list/list-keys.ts';
import { sorts } from '#components/jobs/list/job-sorts.ts';
import type { JobsQuery } from '#components/jobs/live/jobs-query.ts';
import { findUploadButton } from '#components/uploads/new-transcript';
import { helpTopics } from '#components/shell/help-topics.ts';
import * as frameTexts from '#messages/frame';
import * as listTexts from '#messages/transcripts';
import * as texts from '#messages/list-commands';
import * as undoTexts from '#messages/undo-line';

/* Dialogs load when they are opened. */
const ListPalette = lazy(async () => ({ default: (await import('./list-dialogs')).ListPalette }));
const ListShortcuts = lazy(async () => ({ default: (await import('./list-dialogs')).ListShortcuts }));

interface Props {
  jobs: JobView[];
  region: RefObject<HTMLElement | null>;
  onFind: (change: Partial<JobsQuery>) => void;
  onSelectAll: () => void;
  onSelectNone: () => void;
}

/** The keys of the list, and the palette and the list of keys that they open. */
export function ListCommands(props: Props) {
  const router = useRouter();
  const [open, setOpen] = useState<'palette' | 'shortcuts'>();
  const commands = listCommands(props, { go: (path) => router.push(path), open: setOpen });
  useListKeys(commands);
  if (open === undefined) return null;
  const close = (): void => setOpen(undefined);
  // The undo line has its key, and is there only after a move.
  const undo = { id: 'undo', title: undoTexts.undo(), key: 'z', run: close };
  return (
    <Suspense>
      {open === 'palette' ? (
        <ListPalette commands={commands.filter(({ id }) => id !== 'palette')} onClose={close} />
      ) : (
        <ListShortcuts commands={[...commands, undo]} onClose={close} />
      )}
    </Suspense>
  );
}

function listCommands(
  { jobs, region, onFind, onSelectAll, onSelectNone }: Props,
  { go, open }: { go: (path: string) => void; open: (dialog: 'palette' | 'shortcuts') => void },
): ListCommand[] {
  const goTo = (path: string, title: string): ListCommand => ({
    id: path,
    title: texts.goTo({ page: title }),
    run: () => go(path),
  });
  return [
    {
      id: 'search',
      title: texts.search(),
      key: '/',
      run: () => region.current?.querySelector<HTMLElement>('input[type="search"]')?.focus(),
    },
    { id: 'palette', title: texts.palette(), key: 'k', run: () => open('palette') },
    { id: 'shortcuts', title: texts.shortcuts(), key: '?', run: () => open('shortcuts') },
    { id: 'add', title: texts.add(), run: () => findUploadButton()?.focus() },
    { id: 'select-all', title: listTexts.selectAll(), run: onSelectAll },
    { id: 'clear', title: texts.clearSelection(), run: onSelectNone },
    { id: 'current', title: texts.showCurrent(), run: () => onFind({ isArchived: false }) },
    { id: 'archive', title: listTexts.showArchived(), run: () => onFind({ isArchived: true }) },
    goTo('/jobs/trash', listTexts.views.trash()),
    goTo('/developers', frameTexts.developers()),
    goTo('/settings', frameTexts.settings()),
    ...sorts.map((sort) => ({
      id: `sort-${sort}`,
      title: texts.sortBy({ order: listTexts.sorts[sort]() }),
      run: () => onFind({ sort }),
    })),
    ...helpTopics.map(({ id, href, title, keywords }) => ({
      id,
      title: title(),
      keywords: keywords(),
      run: () => go(href),
    })),
    ...jobs.flatMap(({ id, name, state }) =>
      state.kind === 'transcribed'
        ? [{ id, title: texts.openTranscript({ name }), run: () => go(state.href) }]
        : [],
    ),
  ];
}
