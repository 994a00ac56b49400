'use client';

import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { JobView } from '#components/account/jobs/job-list';
import type { ActionResult } from '#components/ui/action-result.ts';
import * as commonTexts from '#messages/common';
import * as dialogTexts from '#messages/transcript-dialogs';
import * as texts from '#messages/trash';
import type { TrashedJobs } from './jobs-query';
import type { LiveJobs } from './use-live-jobs';

const maxNameLength = 60;

/** What was last moved to the trash or taken back, in words, and the ids of what can be taken back. */
export interface TrashNews {
  text: string;
  undoable: string[];
}

/** What the server does for it. */
export interface TrashActions {
  trashAll: (jobIds: string[]) => Promise<ActionResult<TrashedJobs>>;
  restoreAll: (jobIds: string[]) => Promise<ActionResult<string[]>>;
}

/** Moves jobs of the list to the trash, and takes the last move back; the focus is then on what came back. */
export function useTrash({
  live,
  actions,
  region,
  focusFallback,
  onGone,
}: {
  live: LiveJobs;
  actions: TrashActions;
  region: RefObject<HTMLElement | null>;
  /** Focuses what is there where nothing came back into the list. */
  focusFallback: () => void;
  onGone: (jobIds: string[]) => void;
}) {
  const { jobs, isLoading, remove, reload } = live;
  // The rows are drawn again only where they change, not whenever the page comes anew with its actions.
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const [news, setNews] = useState<TrashNews>();
  const [announcement, setAnnouncement] = useState('');
  const [isUndoing, setUndoing] = useState(false);
  /** Ids of jobs that were restored and are to come with the list. */
  const [awaited, setAwaited] = useState<string[]>();
  /** The first of them in the list, which takes the focus; without an id where none is among what is shown. */
  const [restored, setRestored] = useState<{ id: string | undefined }>();

  const trash = useCallback(
    async (...chosen: JobView[]) => {
      setAnnouncement('');
      const ids = chosen.map(({ id }) => id);
      const result = await latest.current.trashAll(ids).catch(unreachable);
      if ('error' in result) return setNews({ text: result.error, undoable: [] });
      const { trashed, inProgress } = result.value;
      const left = new Set(inProgress);
      const gone = ids.filter((id) => !left.has(id));
      setNews({ text: describeMove(chosen, result.value), undoable: trashed });
      onGone(gone);
      remove(gone);
    },
    [onGone, remove],
  );

  async function undo() {
    if (news === undefined || isUndoing) return;
    setUndoing(true);
    const result = await latest.current.restoreAll(news.undoable).catch(unreachable);
    const ids = 'error' in result ? [] : result.value;
    if (ids.length === 0) {
      setUndoing(false);
      setNews(
        'error' in result ? { ...news, text: result.error } : { text: texts.notRestored(), undoable: [] },
      );
      return;
    }
    setAwaited(ids);
    reload();
  }

  const back = awaited && jobs.find(({ id }) => awaited.includes(id));
  if (awaited !== undefined && (back !== undefined || !isLoading)) {
    setAwaited(undefined);
    setUndoing(false);
    setNews(undefined);
    setAnnouncement(texts.restoredCount({ count: awaited.length }));
    setRestored({ id: back?.id });
  }
  useEffect(() => {
    if (restored === undefined) return;
    const row = region.current?.querySelector(`tr[data-item="${CSS.escape(restored.id ?? '')}"]`);
    const control = row?.querySelector<HTMLElement>('[data-control="menu"]');
    if (control) control.focus();
    else focusFallback();
  }, [restored, region, focusFallback]);

  const dismiss = useCallback(() => {
    setNews(undefined);
    focusFallback();
  }, [focusFallback]);
  return { news, announcement, isUndoing, trash, undo, dismiss };
}

function describeMove(chosen: JobView[], { trashed, inProgress }: TrashedJobs): string {
  const [only] = chosen;
  const moved =
    chosen.length === 1 && only !== undefined
      ? texts.moved({ name: shorten(only.name) })
      : texts.movedCount({ count: trashed.length });
  const left = dialogTexts.stillInProgress({ count: inProgress.length });
  // One that was gone already is off the list all the same.
  if (inProgress.length === 0) return moved;
  return trashed.length === 0 ? left : `${moved} ${left}`;
}

/** The line says more than a name: of a long one it has the beginning and the end. */
function shorten(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= maxNameLength) return name;
  return `${characters.slice(0, 40).join('')}…${characters.slice(-15).join('')}`;
}

function unreachable(): { error: string } {
  return { error: commonTexts.serverUnreachable() };
}
