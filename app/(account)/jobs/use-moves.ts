'use client';

import { useCallback, useEffect, useMemo, useState, type RefObject } from 'react';
import type { JobView } from '#components/jobs/list/job-list';
import type { UndoNotice } from '#components/notices/undo-line';
import type { ActionResult } from '#components/ui/action-result.ts';
import { describeMove, describeStarted, moveTexts, type Move } from './move-texts';
import { archiveJobs, restoreJobs, trashJobs, unarchiveJobs } from './actions';
import type { ListChange, MovedJobs } from '#components/jobs/live/jobs-query.ts';
import { sendInChunks } from '#components/jobs/live/send-in-chunks.ts';
import type { LiveJobs } from '#components/jobs/live/use-live-jobs.ts';

/** The last move, with the IDs to move back; or another announcement with a link. */
export interface MoveNotice extends UndoNotice {
  move?: Move;
  undoable: string[];
}

/** Moves listed jobs to the trash, to the archive or out of it. Undo focuses the restored job. */
export function useMoves({
  live,
  region,
  focusFallback,
  onGone,
}: {
  live: LiveJobs;
  region: RefObject<HTMLElement | null>;
  /** Moves the focus elsewhere if no restored job is listed. */
  focusFallback: () => void;
  onGone: (jobIds: string[]) => void;
}) {
  const { jobs, isLoading, apply, reload } = live;
  const [notice, setNotice] = useState<MoveNotice>();
  const [announcement, setAnnouncement] = useState('');
  const [isUndoing, setUndoing] = useState(false);
  /** Jobs moved back but not listed yet. */
  const [awaited, setAwaited] = useState<{ ids: string[]; announcement: string }>();
  /** The first restored job in the list, which takes the focus; without an ID if none is shown. */
  const [returned, setReturned] = useState<{ id: string | undefined }>();

  const run = useCallback(
    async (move: Move, chosen: JobView[]) => {
      setAnnouncement('');
      const ids = chosen.map(({ id }) => id);
      const { values, rest, error } = await sendInChunks(ids, (some) => moveAll(move, some));
      if (error !== undefined && values.length === 0) return setNotice({ move, text: error, undoable: [] });
      const left = new Set(rest);
      const tried = chosen.filter(({ id }) => !left.has(id));
      const result = mergeMoved(values);
      const change = describeChange(move, tried, result);
      const text = describeMove(move, tried, result);
      setNotice({ move, text: error === undefined ? text : `${text} ${error}`, undoable: result.moved });
      onGone([...change.gone, ...change.jobs.map(({ id }) => id)]);
      apply(change);
    },
    [onGone, apply],
  );
  const moves = useMemo(
    () => ({
      trash: (...chosen: JobView[]) => run('trash', chosen),
      archive: (...chosen: JobView[]) => run('archive', chosen),
      unarchive: (...chosen: JobView[]) => run('unarchive', chosen),
    }),
    [run],
  );

  async function undo() {
    if (notice?.move === undefined || isUndoing) return;
    setUndoing(true);
    const { undone, notUndone } = moveTexts[notice.move];
    const { move, undoable } = notice;
    const { values, rest, error } = await sendInChunks(undoable, (some) => moveBack(move, some));
    const ids = values.flat();
    if (error !== undefined || ids.length === 0) {
      setUndoing(false);
      setNotice({ move, text: error ?? notUndone(), undoable: rest });
      if (ids.length > 0) reload();
      return;
    }
    setAwaited({ ids, announcement: undone({ count: ids.length }) });
    reload();
  }

  const back = awaited && jobs.find(({ id }) => awaited.ids.includes(id));
  if (awaited !== undefined && (back !== undefined || !isLoading)) {
    setAwaited(undefined);
    setUndoing(false);
    setNotice(undefined);
    setAnnouncement(awaited.announcement);
    setReturned({ id: back?.id });
  }
  useEffect(() => {
    if (returned === undefined) return;
    const row = region.current?.querySelector(`tr[data-item="${CSS.escape(returned.id ?? '')}"]`);
    const control = row?.querySelector<HTMLElement>('[data-control="menu"]');
    if (control) control.focus();
    else focusFallback();
  }, [returned, region, focusFallback]);

  const dismiss = useCallback(() => {
    setNotice(undefined);
    focusFallback();
  }, [focusFallback]);
  const tellStarted = (started: JobView[], onShow: () => void): void => {
    setAnnouncement('');
    setNotice({ text: describeStarted(started), undoable: [], onShow });
  };
  return { notice, announcement, isUndoing, moves, undo, tellStarted, dismiss };
}

async function moveAll(move: Move, ids: string[]): Promise<ActionResult<MovedJobs>> {
  if (move === 'trash') return trashJobs(ids);
  if (move === 'archive') return archiveJobs(ids);
  const result = await unarchiveJobs(ids);
  return 'error' in result ? result : { value: { moved: result.value, inProgress: [] } };
}

function mergeMoved(all: MovedJobs[]): MovedJobs {
  return {
    moved: all.flatMap(({ moved }) => moved),
    inProgress: all.flatMap(({ inProgress }) => inProgress),
  };
}

async function moveBack(move: Move, ids: string[]): Promise<ActionResult<string[]>> {
  if (move === 'trash') return restoreJobs(ids);
  if (move === 'archive') return unarchiveJobs(ids);
  const result = await archiveJobs(ids);
  return 'error' in result ? result : { value: result.value.moved };
}

/** The list change of a move. Jobs that no longer exist are removed, too. */
function describeChange(move: Move, chosen: JobView[], { moved, inProgress }: MovedJobs): ListChange {
  const [movedIds, stayed] = [new Set(moved), new Set(inProgress)];
  const left = chosen.filter(({ id }) => !stayed.has(id));
  const isArchived = move === 'archive';
  const jobs =
    move === 'trash' ? [] : left.filter(({ id }) => movedIds.has(id)).map((job) => ({ ...job, isArchived }));
  const shown = new Set(jobs.map(({ id }) => id));
  return { jobs, gone: left.map(({ id }) => id).filter((id) => !shown.has(id)) };
}
