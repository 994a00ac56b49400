import type { MergeConflict } from '#lib/transcript/merge/merge-edits';
import { openDraftStore, type Draft, type DraftStore } from '#components/editor/sync/draft-store.ts';
import { acquireTabLock, type TabLock } from './tab-lock';

/** The stored work on a transcript, read when a tab acquires it. */
export interface KeptWork {
  /** Undefined if this browser has no storage. */
  draftStore: DraftStore | undefined;
  drafts: readonly Draft[];
  conflicts: readonly MergeConflict[];
}

/** Called when a tab acquires or loses the transcript. */
export interface TranscriptLockHandlers {
  onAcquired(kept: KeptWork): void;
  /** Another tab has the lock. */
  onWaiting(): void;
  /** Saves and stops editing. */
  onRelease(): Promise<void>;
}

/** A tab's lock on a transcript, acquired before the editor exists. */
export interface TranscriptLock extends TabLock {
  /** Calls these handlers with the current state, and then on each change. */
  attach(handlers: TranscriptLockHandlers): void;
  isEnded(): boolean;
}

/** Acquires the lock and reads unsaved work while the transcript loads. Rendering the editor would delay the answer. */
export function acquireTranscriptLock(jobId: string): TranscriptLock {
  let handlers: TranscriptLockHandlers | undefined;
  let latest: ((handlers: TranscriptLockHandlers) => void) | undefined;
  let draftStore: DraftStore | undefined;
  let turn = 0;
  let hasEnded = false;
  const tell = (event: (handlers: TranscriptLockHandlers) => void): void => {
    latest = event;
    if (handlers !== undefined) event(handlers);
  };
  const tabLock = acquireTabLock(jobId, {
    async onAcquired() {
      const mine = ++turn;
      draftStore ??= await openDraftStore().catch(() => undefined);
      const [drafts = [], conflicts = []] = await Promise.all([
        draftStore?.read(jobId).catch(() => []),
        draftStore?.conflicts(jobId).catch(() => []),
      ]);
      // Another tab may have taken it in the meantime.
      if (mine === turn) tell((to) => to.onAcquired({ draftStore, drafts, conflicts }));
    },
    onWaiting() {
      turn++;
      tell((to) => to.onWaiting());
    },
    async onRelease() {
      turn++;
      await handlers?.onRelease();
    },
  });
  return {
    attach(given) {
      handlers = given;
      latest?.(given);
    },
    steal: () => tabLock.steal(),
    end() {
      hasEnded = true;
      turn++;
      tabLock.end();
    },
    isEnded: () => hasEnded,
  };
}
