import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useAction, type Outcome } from '../../account/use-action';
import { readFromDoor } from '../ask-door';
import { useRoom } from '../edit-room';
import type { ListedRevision } from './revisions';

/** The history as far as it is known here, newest first. */
interface Known {
  /** Undefined until the first answer. */
  revisions: readonly ListedRevision[] | undefined;
  /** Gets the next page; undefined when there is none. */
  more: (() => void) | undefined;
  /** Gets the first page again. */
  reload: () => Promise<void>;
  isBusy: boolean;
  trouble: string | undefined;
}

/** Reads the history page by page, and again whenever the transcript has a new version. */
export function useRevisions(): Known {
  const { door, together, saving } = useRoom();
  const latest = useSyncExternalStore(saving.subscribe, saving.revision, saving.revision);
  const [known, setKnown] = useState<ReadonlyMap<number, ListedRevision>>();
  const read = useCallback(
    (before: number | undefined): Promise<Outcome<{ revisions: ListedRevision[] }>> =>
      readFromDoor({ door, together }, before === undefined ? 'revisions' : `revisions?before=${before}`),
    [door, together],
  );
  const { run, isBusy, trouble } = useAction(read);
  const load = async (before?: number): Promise<void> => {
    const page = await run(before);
    if (page === undefined) return;
    setKnown(
      (old) => new Map([...(old ?? []), ...page.value.revisions.map((one) => [one.number, one] as const)]),
    );
  };
  // oxlint-disable-next-line react/exhaustive-deps -- `load` is another one each time, and does the same
  useEffect(() => void load(), [latest, read]);
  const revisions = known && [...known.values()].toSorted((one, other) => other.number - one.number);
  const oldest = revisions?.at(-1)?.number ?? 0;
  return {
    revisions,
    more: oldest > 0 ? () => void load(oldest) : undefined,
    reload: () => load(),
    isBusy,
    trouble,
  };
}
