import * as commonTexts from '#messages/common';
import type { Editor, EditorEvents } from '@tiptap/core';
import { remoteMeta } from '#components/editor/document/patch-document.ts';
import type { ActionResult } from '#components/ui/action-result.ts';
import type { Store } from '#components/ui/store.ts';

/** The last action, and how to undo it. */
export interface UndoOffer {
  text: string;
  /** Undoes it, and returns the announcement. */
  undo: () => Promise<ActionResult<string>>;
  isBusy?: boolean;
  /** Why it could not be undone. */
  error?: string;
}

/** Holds the current offer. */
export type UndoOfferStore = Store<UndoOffer | undefined>;

/** The services that an undo offer needs. */
export interface UndoOfferServices {
  editor: Editor;
  undoOffer: UndoOfferStore;
  announce: (text: string) => void;
}

/** Announces what was done, and offers to undo it until the person changes the text again. */
export function offerUndo({ editor, undoOffer, announce }: UndoOfferServices, offer: UndoOffer): void {
  const withdraw = ({ transaction }: EditorEvents['transaction']): void => {
    if (transaction.docChanged && transaction.getMeta(remoteMeta) !== true) undoOffer.set(undefined);
  };
  undoOffer.set(offer);
  editor.on('transaction', withdraw);
  const unsubscribe = undoOffer.subscribe(() => {
    if (undoOffer.get()?.undo === offer.undo) return;
    editor.off('transaction', withdraw);
    unsubscribe();
  });
  announce(offer.text);
}

/** Runs the offered undo and announces its result. On an error, the offer stays and shows it. */
export async function acceptUndo({ undoOffer, announce }: Omit<UndoOfferServices, 'editor'>): Promise<void> {
  const offer = undoOffer.get();
  if (offer === undefined || offer.isBusy) return;
  const { error: _error, ...again } = offer;
  undoOffer.set({ ...again, isBusy: true });
  const result = await offer.undo().catch(() => ({ error: commonTexts.serverUnreachable() }));
  if ('error' in result) return undoOffer.set({ ...again, isBusy: false, error: result.error });
  if (undoOffer.get()?.undo === offer.undo) undoOffer.set(undefined);
  announce(result.value);
}

/** Undoes the last action. The focus stays where it is. */
export function undoLast(services: UndoOfferServices): void {
  // An offer is always newer than the last step in the text's own history.
  if (services.undoOffer.get() !== undefined) void acceptUndo(services);
  else services.editor.commands.undo();
}
