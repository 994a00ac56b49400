import type { EditorServices } from '#components/editor/context.ts';
import { acceptUndo } from '#components/editor/announcements/undo-offer.ts';

/** Undoes what was done last. The focus stays where it is. */
export function undoLast(services: EditorServices): void {
  // Nothing was done since the offer, so this is the last thing: also where the text's own history has another.
  if (services.undoOffer.get() !== undefined) void acceptUndo(services);
  else services.editor.commands.undo();
}
