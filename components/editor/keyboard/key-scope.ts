/** The context of a key press, which decides what the key does. */
export type KeyScope =
  /** In the transcript: every key. */
  | 'text'
  /** On a button or nowhere: no key that moves or opens there. */
  | 'elsewhere'
  /** In a panel, or while a menu is open: Escape and the like are theirs. */
  | 'aside'
  /** In a field: what it does with keys itself, such as undoing, is its own. */
  | 'field'
  /** In a dialog that covers the page, or where a key is asked for: nothing. */
  | 'modal';

const menus = '[role=menu], [role=listbox], [role=dialog], [role=alertdialog], dialog[open]';
const fields = 'input:not([type=checkbox], [type=radio], [type=button], [type=range]), textarea, select';

/** The place of a key that is pressed while `target` has the focus. */
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

/** True if a matching element is visible; lists within a panel are no open menus. */
function isShown(selector: string): boolean {
  return [...document.querySelectorAll(selector)].some(
    (element) => element.closest('[data-panel]') === null && element.checkVisibility(),
  );
}
