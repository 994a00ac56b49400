import type { Transaction } from '@tiptap/pm/state';
import { AttrStep, DocAttrStep } from '@tiptap/pm/transform';
import { afterPaint } from '#components/ui/after-paint.ts';
import { remoteMeta } from '#components/editor/document/patch-document.ts';
import type { SyncSession } from './session';
import { isDirty } from '#components/editor/sync/state/sync-state.ts';
import type { Timer } from './timers';

interface Timers {
  draftTimer: Timer;
  saveTimer: Timer;
  now: () => Promise<void>;
}

/** Notes what is changed here, and sees to it that it is kept and saved in time. */
export function trackChanges(
  session: SyncSession,
  { draftTimer, saveTimer, now }: Timers,
): (event: { transaction: Transaction }) => void {
  return ({ transaction }) => {
    if (!transaction.docChanged || transaction.getMeta(remoteMeta) === true) return;
    if (session.state().tab !== 'editing') return;
    if (!isDirty(session.state())) void askToPersist();
    session.dispatch({ type: 'edited', at: Date.now() });
    draftTimer.touch();
    if (isStructural(transaction)) {
      session.dispatch({ type: 'save-requested' });
      // What was typed is seen first: writing the draft and sending it would hold the page up by some milliseconds.
      afterPaint(() => void now());
    } else saveTimer.touch();
  };
}

/** Splits, joins, speakers, replacing everywhere: people expect these to be done once they are. */
function isStructural({ before, doc, steps }: Transaction): boolean {
  return (
    before.childCount !== doc.childCount ||
    steps.length > 20 ||
    steps.some((step) => step instanceof AttrStep || step instanceof DocAttrStep)
  );
}

const askedKey = 'longhand:asked-to-persist';

/** Asks the browser once not to clear what is kept when it runs short of space. */
async function askToPersist(): Promise<void> {
  try {
    if (localStorage.getItem(askedKey) !== null) return;
    localStorage.setItem(askedKey, 'yes');
    await navigator.storage.persist();
  } catch {
    // A browser without such a store keeps nothing longer for being asked.
  }
}
