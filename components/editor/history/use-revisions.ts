import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { ActionResult } from '#components/ui/action-result.ts';
import { useAction } from '#components/ui/use-action.ts';
import { editorRequestJson } from '#components/editor/api/editor-request.ts';
import { useEditorServices } from '#components/editor/context.ts';
import type { ListedRevision } from './listed-revision';

/** The history loaded so far, newest first. */
interface Known {
  /** Undefined until loaded. */
  revisions: readonly ListedRevision[] | undefined;
  /** Loads the next page; undefined on the last one. */
  more: (() => void) | undefined;
  /** Reloads the first page. */
  reload: () => Promise<void>;
  isBusy: boolean;
  error: string | undefined;
}

/** Loads the history page by page, and reloads it when the transcript has a new version. */
export function useRevisions(): Known {
  const { api, sync } = useEditorServices();
  const latest = useSyncExternalStore(sync.subscribe, sync.revision, sync.revision);
  const [known, setKnown] = useState<ReadonlyMap<number, ListedRevision>>();
  const read = useCallback(
    (before: number | undefined): Promise<ActionResult<{ revisions: ListedRevision[] }>> =>
      editorRequestJson({ api }, before === undefined ? 'revisions' : `revisions?before=${before}`),
    [api],
  );
  const { run, isBusy, error } = useAction(read);
  const load = async (before?: number): Promise<void> => {
    const page = await run(before);
    if (page === undefined) return;
    setKnown(
      (old) =>
        new Map([
          ...(old ?? []),
          ...page.value.revisions.map((revision) => [revision.number, revision] as const),
        ]),
    );
  };
  // oxlint-disable-next-line react/exhaustive-deps -- `load` is a new function on each render, but does the same
  useEffect(() => void load(), [latest, read]);
  const revisions =
    known && [...known.values()].toSorted((revision, other) => other.number - revision.number);
  const oldest = revisions?.at(-1)?.number ?? 0;
  return {
    revisions,
    more: oldest > 0 ? () => void load(oldest) : undefined,
    reload: () => load(),
    isBusy,
    error,
  };
}
