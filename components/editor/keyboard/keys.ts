import * as texts from '#messages/editor/shortcuts';

/*
 * Keys are written as `Mod+Alt+Shift+Code` in this order, `Code` being a name of `KeyboardEvent.code` and `Mod` Ctrl,
 * or ⌘ on a Mac; `Meta` is the Windows key, `Ctrl` a Mac's Control. Two with a space between are pressed one after
 * the other.
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

/** The keyboard: a Mac's or not, and the labels of its keys, if the browser reveals them. */
export interface Keyboard {
  isMac: boolean;
  /** The printed labels of the keys, by code. */
  prints?: ReadonlyMap<string, string> | undefined;
}

const modifiers = ['Mod', 'Ctrl', 'Meta', 'Alt', 'Shift'];
const modifierCodes = /^(Control|Shift|Alt|Meta|OS|CapsLock|NumLock|Fn)/;

/** The pressed key as written here; undefined for a modifier alone, without a code, or for the browser's zoom. */
export function toKey(press: KeyPress, { isMac }: Keyboard): string | undefined {
  const { code, key, ctrlKey, metaKey, altKey, shiftKey } = press;
  if (code === '' || code === 'Unidentified' || modifierCodes.test(code)) return undefined;
  const sign = getSign(press);
  if (sign === undefined && isOtherSign(press)) return undefined;
  const held: string[] = [];
  if (isMac ? metaKey : ctrlKey) held.push('Mod');
  // Control and Option are Alt: see `isForCharacter`.
  if (isMac && ctrlKey && (metaKey || !altKey)) held.push('Ctrl');
  if (!isMac && metaKey) held.push('Meta');
  if (altKey) held.push('Alt');
  if (shiftKey && !(sign !== undefined && shiftedSigns.test(key))) held.push('Shift');
  return [...held, sign ?? getKeyCode(press)].join('+');
}

/*
 * Signs go by what is printed, since layouts have them at different codes: `-` is at that of the American `/` in most
 * of Europe, where `/` needs Shift. With Ctrl and ⌘ those are the ones of commands. With Alt they are slower and
 * faster, also as a Mac's Option changes them.
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
/** On layouts that need Shift for one of these, Shift means nothing else. */
const shiftedSigns = /^[/+=±]$/;

/** The code that stands for the sign of a press; none for those of the keypad, and with Alt for those at a digit. */
function getSign({ code, key, ctrlKey, metaKey, altKey }: KeyPress): string | undefined {
  if (code.startsWith('Numpad')) return undefined;
  if (altKey) return code.startsWith('Digit') ? undefined : altSigns[key];
  return ctrlKey || metaKey ? modSigns[key] : undefined;
}

/** True if a press zooms, or prints another sign than the one its code is named after. */
function isOtherSign({ code, key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): boolean {
  if (altKey || !(ctrlKey || metaKey)) return false;
  return /^[-+=0]$/.test(key) || (!shiftKey && isModSign(code) && /^[!-~]$/.test(key));
}

const isModSign = (code: string): boolean => Object.values(modSigns).includes(code);

/** With Ctrl or ⌘ a letter is the one that is printed, so that undoing is at Z on a German keyboard too. */
function getKeyCode({ code, key, ctrlKey, metaKey, altKey }: KeyPress): string {
  const isByPrint = (ctrlKey || metaKey) && !altKey && /^[a-z]$/i.test(key);
  if (isByPrint) return `Key${key.toUpperCase()}`;
  return code === 'NumpadEnter' ? 'Enter' : code;
}

const typingCodes =
  /^(Key[A-Z]|Digit\d|Numpad.+|Minus|Equal|Bracket.+|Semicolon|Quote|Backquote|Backslash|Comma|Period|Slash|Space|Intl.+)$/;

/** True if the key with this code types a character. */
export const isTypingCode = (code: string): boolean => typingCodes.test(code);

/** True if this is a key, or a sequence of two, as `toKey` writes them. */
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
/** The key labels in the reader's language. */
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
  // Option alone may type a character, with Control it never does.
  const needsCtrl = keyboard.isMac && held.has('Alt') && !held.has('Mod') && isTypingCode(code);
  const isHeld = (modifier: string): boolean => held.has(modifier) || (modifier === 'Ctrl' && needsCtrl);
  const ahead = order.filter(isHeld).map((modifier) => getModifierName(modifier, keyboard));
  return [...ahead, getSpecialName(code, keyboard) ?? codeName(code, held, keyboard)];
}

/** The name of a modifier; that of `Alt` alone is not what commands have on a Mac. */
export const getModifierName = (modifier: string, keyboard: Keyboard): string =>
  getSpecialName(modifier, keyboard) ?? modifier;

/** The label for the Alt of commands: Control and Option on a Mac. */
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

/** The sign by which a press goes; with Alt `+` rather than `=`, which many layouts have at a digit. */
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

/** The capital of ß would be two letters, which stand on no key. */
const capital = (letter: string): string => {
  const large = letter.toUpperCase();
  return large.length === letter.length ? large : letter;
};
