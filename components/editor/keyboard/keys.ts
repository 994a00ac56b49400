import * as texts from '#messages/editor/shortcuts';

/*
 * Keys are written as `Mod+Alt+Shift+Code` in this order, `Code` being a name of `KeyboardEvent.code` and `Mod` Ctrl,
 * or ⌘ on a Mac; `Meta` is the Windows key, `Ctrl` a Mac's Control. Two with a space between are pressed one after
 * the other.
 */

/** What is asked of a keyboard event. */
export interface KeyPress {
  code: string;
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** The keyboard: whether it is a Mac's, and what its keys print where the browser tells that. */
export interface Keyboard {
  isMac: boolean;
  /** What is printed on a key, by its code. */
  prints?: ReadonlyMap<string, string> | undefined;
}

const modifiers = ['Mod', 'Ctrl', 'Meta', 'Alt', 'Shift'];
const modifierCodes = /^(Control|Shift|Alt|Meta|OS|CapsLock|NumLock|Fn)/;

/** The key that was pressed as it is written here; undefined for a modifier alone and for what has no code. */
export function toKey(press: KeyPress, { isMac }: Keyboard): string | undefined {
  if (press.code === '' || press.code === 'Unidentified' || modifierCodes.test(press.code)) return undefined;
  const held: string[] = [];
  if (isMac ? press.metaKey : press.ctrlKey) held.push('Mod');
  if (isMac && press.ctrlKey) held.push('Ctrl');
  if (!isMac && press.metaKey) held.push('Meta');
  if (press.altKey) held.push('Alt');
  if (press.shiftKey) held.push('Shift');
  return [...held, getKeyCode(press)].join('+');
}

/** With Ctrl or ⌘ a letter is the one that is printed, so that undoing is at Z on a German keyboard too. */
function getKeyCode({ code, key, ctrlKey, metaKey, altKey }: KeyPress): string {
  const isByPrint = (ctrlKey || metaKey) && !altKey && /^[a-z]$/i.test(key);
  if (isByPrint) return `Key${key.toUpperCase()}`;
  return code === 'NumpadEnter' ? 'Enter' : code;
}

/** Whether this is a key, or a sequence of two, as `keyOf` writes them. */
export function isKey(text: string): boolean {
  const presses = text.split(' ');
  return presses.length <= 2 && presses.every((press) => /^((Mod|Ctrl|Meta|Alt|Shift)\+)*\w+$/.test(press));
}

/** The modifiers of one press, and its code. */
export function parseKey(press: string): { held: ReadonlySet<string>; code: string } {
  const parts = press.split('+');
  return { held: new Set(parts.filter((part) => modifiers.includes(part))), code: parts.at(-1) ?? '' };
}

const names: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  Minus: '-',
  Equal: '=',
  Slash: '/',
  Backslash: '\\',
  Comma: ',',
  Period: '.',
  Semicolon: ';',
  Quote: "'",
  Backquote: '`',
  BracketLeft: '[',
  BracketRight: ']',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

const macSigns: Readonly<Record<string, string>> = {
  Ctrl: '⌃',
  Alt: '⌥',
  Shift: '⇧',
  Mod: '⌘',
  Backspace: '⌫',
  Delete: '⌦',
  Enter: '↩',
  Tab: '⇥',
};
/** What is printed on a keyboard of the reader's language. */
const words: Readonly<Record<string, () => string>> = texts.keyNames;

/** The parts of a key as a person reads them, one list a press: `[['Ctrl', 'Shift', 'P']]`. */
export function formatKeyParts(key: string, keyboard: Keyboard): string[][] {
  return key.split(' ').map((press) => formatPress(press, keyboard));
}

/** A key in one text: `Ctrl+Shift+P`, on a Mac `⇧⌘P`; `Esc, Tab` is one after the other. */
export function formatKey(key: string, keyboard: Keyboard): string {
  return formatKeyParts(key, keyboard)
    .map((parts) => parts.join(keyboard.isMac ? '' : '+'))
    .join(', ');
}

function formatPress(press: string, keyboard: Keyboard): string[] {
  const { held, code } = parseKey(press);
  const order = keyboard.isMac ? ['Ctrl', 'Alt', 'Shift', 'Mod'] : modifiers;
  const sign = (name: string) => (keyboard.isMac ? macSigns[name] : words[name]?.());
  const ahead = order.filter((modifier) => held.has(modifier)).map((modifier) => sign(modifier) ?? modifier);
  return [...ahead, sign(code) ?? codeName(code, held, keyboard)];
}

function codeName(code: string, held: ReadonlySet<string>, { prints }: Keyboard): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const isByPrint = letter !== undefined && (held.has('Mod') || held.has('Ctrl')) && !held.has('Alt');
  if (isByPrint) return letter;
  const printed = prints?.get(code);
  if (printed !== undefined && printed.trim() !== '') return capital(printed);
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  const numpad = /^Numpad(.+)$/.exec(code)?.[1];
  return letter ?? digit ?? names[code] ?? words[code]?.() ?? (numpad === undefined ? code : `Num ${numpad}`);
}

/** The capital of ß would be two letters, which stand on no key. */
const capital = (letter: string): string => {
  const large = letter.toUpperCase();
  return large.length === letter.length ? large : letter;
};
