import type { MergeConflict } from '#lib/transcript/merge/merge-edits';
import { openDraftStore, type Draft, type DraftStore } from '#components/editor/sync/draft-store.ts';
import { acquireTabLock, type TabLock } from './tab-lock';

/** The stored work on a transcript when a tab acquires it. */
export interface KeptWork {
  /** Undefined where this browser keeps nothing. */
  draftStore: DraftStore | undefined;
  drafts: readonly Draft[];
  conflicts: readonly MergeConflict[];
}

/** Called when a tab acquires and loses the transcript. */
export interface TranscriptLockHandlers {
  onAcquired(kept: KeptWork): void;
  /** Another tab has it. */
  onWaiting(): void;
  /** Saves, and stops editing. */
  onRelease(): Promise<void>;
}

/** A tab's lock on a transcript, from before there is anything to edit. */
export interface TranscriptLock extends TabLock {
  /** Calls these handlers with the current state at once, and then with each change. */
  attach(handlers: TranscriptLockHandlers): void;
  isEnded(): boolean;
}

/** Acquires the lock, and reads the unsaved work, while the transcript loads: drawing the editor would hold up the answer. */
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
      // Another tab may have taken it meanwhile.
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
