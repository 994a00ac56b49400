import * as texts from '#messages/editor/shortcuts';

/*
 * Keys are written as `Mod+Alt+Shift+Code`, in this order. `Code` is a `KeyboardEvent.code`; `Mod` is Ctrl, or ⌘ on
 * a Mac; `Meta` is the Windows key, and `Ctrl` a Mac's Control. A space separates the two presses of a sequence.
 */

/** The part of a keyboard event that identifies the key. */
export interface KeyPress {
  code: string;
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** The keyboard: Mac or not, and its key labels, if the browser reveals them. */
export interface Keyboard {
  isMac: boolean;
  /** The printed labels of the keys, by code. */
  prints?: ReadonlyMap<string, string> | undefined;
}

const modifiers = ['Mod', 'Ctrl', 'Meta', 'Alt', 'Shift'];
const modifierCodes = /^(Control|Shift|Alt|Meta|OS|CapsLock|NumLock|Fn)/;

/** Converts a press to a key; undefined for a lone modifier, a press without a code, or the browser's zoom. */
export function toKey(press: KeyPress, { isMac }: Keyboard): string | undefined {
  const { code, key, ctrlKey, metaKey, altKey, shiftKey } = press;
  if (code === '' || code === 'Unidentified' || modifierCodes.test(code)) return undefined;
  const sign = getSign(press);
  if (sign === undefined && isOtherSign(press)) return undefined;
  const held: string[] = [];
  if (isMac ? metaKey : ctrlKey) held.push('Mod');
  // Control+Option stands for Alt: see `isForCharacter`.
  if (isMac && ctrlKey && (metaKey || !altKey)) held.push('Ctrl');
  if (!isMac && metaKey) held.push('Meta');
  if (altKey) held.push('Alt');
  if (shiftKey && !(sign !== undefined && shiftedSigns.test(key))) held.push('Shift');
  return [...held, sign ?? getKeyCode(press)].join('+');
}

/*
 * Symbols are matched by the printed character, since their codes differ between layouts: in most of Europe, `-` has
 * the code of the American `/`, and `/` needs Shift. The first table has those of commands with Ctrl or ⌘, the
 * second slower and faster with Alt, including the characters that a Mac's Option makes of them.
 */
const modSigns: Readonly<Record<string, string>> = { '/': 'Slash', ',': 'Comma', '.': 'Period' };
const altSigns: Readonly<Record<string, string>> = {
  '-': 'Minus',
  '–': 'Minus',
  '—': 'Minus',
  '+': 'Equal',
  '=': 'Equal',
  '±': 'Equal',
};
/** Shift is ignored for these, since some layouts need it to type them. */
const shiftedSigns = /^[/+=±]$/;

/** The code for a press's symbol; undefined on the keypad and, with Alt, on digit keys. */
function getSign({ code, key, ctrlKey, metaKey, altKey }: KeyPress): string | undefined {
  if (code.startsWith('Numpad')) return undefined;
  if (altKey) return code.startsWith('Digit') ? undefined : altSigns[key];
  return ctrlKey || metaKey ? modSigns[key] : undefined;
}

/** True if a press zooms, or types another symbol than the one its code is named after. */
function isOtherSign({ code, key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): boolean {
  if (altKey || !(ctrlKey || metaKey)) return false;
  return /^[-+=0]$/.test(key) || (!shiftKey && isModSign(code) && /^[!-~]$/.test(key));
}

const isModSign = (code: string): boolean => Object.values(modSigns).includes(code);

/** With Ctrl or ⌘, letters are matched by the printed character, so undo is at Z on a German keyboard, too. */
function getKeyCode({ code, key, ctrlKey, metaKey, altKey }: KeyPress): string {
  const isByPrint = (ctrlKey || metaKey) && !altKey && /^[a-z]$/i.test(key);
  if (isByPrint) return `Key${key.toUpperCase()}`;
  return code === 'NumpadEnter' ? 'Enter' : code;
}

const typingCodes =
  /^(Key[A-Z]|Digit\d|Numpad.+|Minus|Equal|Bracket.+|Semicolon|Quote|Backquote|Backslash|Comma|Period|Slash|Space|Intl.+)$/;

/** True if the key with this code types a character. */
export const isTypingCode = (code: string): boolean => typingCodes.test(code);

/** True if the text is a key or a sequence of two, as written by `toKey`. */
export function isKey(text: string): boolean {
  const presses = text.split(' ');
  return presses.length <= 2 && presses.every((press) => /^((Mod|Ctrl|Meta|Alt|Shift)\+)*\w+$/.test(press));
}

/** Parses one press into its modifiers and code. */
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
/** Key labels in the reader's language. */
const words: Readonly<Record<string, () => string>> = texts.keyNames;

/** Formats a key as labels, one list per press: `[['Ctrl', 'Shift', 'P']]`. */
export function formatKeyParts(key: string, keyboard: Keyboard): string[][] {
  return key.split(' ').map((press) => formatPress(press, keyboard));
}

/** Formats a key as text: `Ctrl+Shift+P`, or `⇧⌘P` on a Mac. A sequence is `Esc, Tab`. */
export function formatKey(key: string, keyboard: Keyboard): string {
  return formatKeyParts(key, keyboard)
    .map((parts) => parts.join(keyboard.isMac ? '' : '+'))
    .join(', ');
}

function formatPress(press: string, keyboard: Keyboard): string[] {
  const { held, code } = parseKey(press);
  const order = keyboard.isMac ? ['Ctrl', 'Alt', 'Shift', 'Mod'] : modifiers;
  // Option alone may type a character; Control+Option never does.
  const needsCtrl = keyboard.isMac && held.has('Alt') && !held.has('Mod') && isTypingCode(code);
  const isHeld = (modifier: string): boolean => held.has(modifier) || (modifier === 'Ctrl' && needsCtrl);
  const ahead = order.filter(isHeld).map((modifier) => getModifierName(modifier, keyboard));
  return [...ahead, getSpecialName(code, keyboard) ?? codeName(code, held, keyboard)];
}

/** The label of a modifier. For the Alt of commands use `formatAlt`, which differs on a Mac. */
export const getModifierName = (modifier: string, keyboard: Keyboard): string =>
  getSpecialName(modifier, keyboard) ?? modifier;

/** The label of the Alt of commands: Control and Option on a Mac. */
export const formatAlt = ({ isMac }: Keyboard): string =>
  isMac ? `${macSigns['Ctrl']}${macSigns['Alt']}` : 'Alt';

const getSpecialName = (name: string, { isMac }: Keyboard): string | undefined =>
  isMac ? macSigns[name] : words[name]?.();

function codeName(code: string, held: ReadonlySet<string>, { prints }: Keyboard): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const isByPrint = letter !== undefined && (held.has('Mod') || held.has('Ctrl')) && !held.has('Alt');
  if (isByPrint) return letter;
  const sign = getSignName(code, held, prints);
  if (sign !== undefined) return sign;
  const printed = prints?.get(code);
  if (printed !== undefined && printed.trim() !== '') return capital(printed);
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  const numpad = /^Numpad(.+)$/.exec(code)?.[1];
  return letter ?? digit ?? names[code] ?? words[code]?.() ?? (numpad === undefined ? code : `Num ${numpad}`);
}

/** The symbol that a press is matched by. With Alt, `+` instead of `=`, which many layouts have on a digit key. */
function getSignName(
  code: string,
  held: ReadonlySet<string>,
  prints: Keyboard['prints'] = new Map(),
): string | undefined {
  if (!held.has('Alt')) return held.has('Mod') && isModSign(code) ? names[code] : undefined;
  const sign = code === 'Minus' ? '-' : code === 'Equal' ? '+' : undefined;
  const isAtDigit = [...prints].some(([at, print]) => print === sign && at.startsWith('Digit'));
  return isAtDigit ? undefined : sign;
}

/** ß stays: its capital has two letters, which no key is labeled with. */
const capital = (letter: string): string => {
  const large = letter.toUpperCase();
  return large.length === letter.length ? large : letter;
};
