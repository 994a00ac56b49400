/** The context of a key press, which decides what the key does. */
export type KeyScope =
  /** In the transcript: every key works. */
  | 'text'
  /** On a button or nowhere: keys that would move or activate something there don't work. */
  | 'elsewhere'
  /** In a panel, or while a menu is open: it handles Escape and the like. */
  | 'aside'
  /** In a field: the field handles keys such as undo. */
  | 'field'
  /** In a dialog that covers the page, or while a shortcut is recorded: none. */
  | 'modal';

const menus = '[role=menu], [role=listbox], [role=dialog], [role=alertdialog], dialog[open]';
const fields = 'input:not([type=checkbox], [type=radio], [type=button], [type=range]), textarea, select';

/** The scope of a key press while `target` has the focus. */
export function getKeyScope(target: EventTarget | null): KeyScope {
  if (isShown('[aria-modal=true]')) return 'modal';
  if (!(target instanceof Element)) return 'elsewhere';
  if (target.closest('[data-asks-for-key]') !== null) return 'modal';
  const isText = target.closest('.tiptap') !== null;
  if (!isText && (target.matches(fields) || (target instanceof HTMLElement && target.isContentEditable))) {
    return 'field';
  }
  if (target.closest(`[data-panel], ${menus}`) !== null || isShown(menus)) return 'aside';
  return isText ? 'text' : 'elsewhere';
}

/** True if a matching element is visible. Lists inside a panel don't count as open menus. */
function isShown(selector: string): boolean {
  return [...document.querySelectorAll(selector)].some(
    (element) => element.closest('[data-panel]') === null && element.checkVisibility(),
  );
}
