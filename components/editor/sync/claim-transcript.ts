import type { MergeConflict } from '#lib/transcript/merge/merge-edits';
import { openDraftStore, type Draft, type DraftStore } from './draft-store';
import { acquireTabLock, type TabLock } from './tab-lock';

/** What this browser keeps of a transcript as a tab gets it. */
export interface KeptWork {
  /** Undefined where this browser keeps nothing. */
  draftStore: DraftStore | undefined;
  drafts: readonly Draft[];
  conflicts: readonly MergeConflict[];
}

/** What a tab does as it gets and loses the transcript. */
export interface ClaimHandlers {
  onAcquired(kept: KeptWork): void;
  /** Another tab has it. */
  onWaiting(): void;
  /** Saves what there is to save, and edits no more. */
  onRelease(): Promise<void>;
}

/** A tab's claim on a transcript, from before there is anything to edit. */
export interface TranscriptClaim extends TabLock {
  /** Tells these handlers at once how the claim stands, and from then on each change. */
  attach(handlers: ClaimHandlers): void;
  isEnded(): boolean;
}

/**
 * Claims the transcript for this tab, and reads what it has not saved. Asked for while the transcript is fetched: the
 * browser answers between two tasks, and the one that draws the editor is the longest there is.
 */
export function claimTranscript(jobId: string): TranscriptClaim {
  let handlers: ClaimHandlers | undefined;
  let latest: ((handlers: ClaimHandlers) => void) | undefined;
  let draftStore: DraftStore | undefined;
  let turn = 0;
  let hasEnded = false;
  const tell = (event: (handlers: ClaimHandlers) => void): void => {
    latest = event;
    if (handlers !== undefined) event(handlers);
  };
  const lock = acquireTabLock(jobId, {
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
    steal: () => lock.steal(),
    end() {
      hasEnded = true;
      turn++;
      lock.end();
    },
    isEnded: () => hasEnded,
  };
}
