import type { Transaction } from '@tiptap/pm/state';
import { AttrStep, DocAttrStep } from '@tiptap/pm/transform';
import { remoteMeta } from './bring-to';
import type { Desk } from './desk';
import type { Timer } from './timers';

interface Timing {
  keeping: Timer;
  saving: Timer;
  now: () => Promise<void>;
}

/** Notes what is changed here, and sees to it that it is kept and saved in time. */
export function heedChanges(
  desk: Desk,
  { keeping, saving, now }: Timing,
): (event: { transaction: Transaction }) => void {
  return ({ transaction }) => {
    if (!transaction.docChanged || transaction.getMeta(remoteMeta) === true || !desk.isHolding) return;
    const isFirst = !desk.isDirty;
    desk.isDirty = true;
    desk.isKept = false;
    desk.typedAt = Date.now();
    if (desk.trouble?.kind === 'refused') desk.trouble = undefined;
    if (isFirst) {
      void askToPersist();
      desk.changed();
    }
    keeping.touch();
    if (isStructural(transaction)) queueMicrotask(() => void now());
    else saving.touch();
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
