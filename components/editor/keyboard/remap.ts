import type { Command } from '#components/editor/context.ts';
import { isTypingCode, parseKey } from './keys';

/** Keys by command ID. */
export type KeyMap = ReadonlyMap<string, readonly string[]>;

/** A person's custom keys by command ID. An empty list removes all keys from a command. */
export type OwnKeys = Readonly<Record<string, readonly string[]>>;

/** The ID of another command that has this key. */
export function findKeyOwner(key: string, commandId: string, keys: KeyMap): string | undefined {
  for (const [id, commandKeys] of keys) if (id !== commandId && commandKeys.includes(key)) return id;
  return undefined;
}

/** Returns the custom keys after assigning a key to a command, and removing it from any other. */
export function withKey(own: OwnKeys, commandId: string, key: string, keys: KeyMap): OwnKeys {
  const changed: Record<string, readonly string[]> = { ...own };
  for (const [id, commandKeys] of keys) {
    if (id !== commandId && commandKeys.includes(key))
      changed[id] = commandKeys.filter((other) => other !== key);
  }
  const before = keys.get(commandId) ?? [];
  changed[commandId] = before.includes(key) ? before : [...before, key];
  return changed;
}

/** Returns the custom keys after removing a key from a command. */
export function withoutKey(own: OwnKeys, commandId: string, key: string, keys: KeyMap): OwnKeys {
  return { ...own, [commandId]: (keys.get(commandId) ?? []).filter((other) => other !== key) };
}

/** Returns the custom keys after resetting a command to the preset. */
export function withoutOwn(own: OwnKeys, commandId: string): OwnKeys {
  return Object.fromEntries(Object.entries(own).filter(([id]) => id !== commandId));
}

/** The keys that several commands share. If more than one is available, the first one listed runs. */
export function conflictsIn(commands: readonly Command[], keys: KeyMap): Map<string, string[]> {
  const holders = new Map<string, string[]>();
  for (const { id } of commands) {
    for (const key of keys.get(id) ?? []) holders.set(key, [...(holders.get(key) ?? []), id]);
  }
  return new Map([...holders].filter(([, ids]) => ids.length > 1));
}

/** Problems with a key: it types, is reserved by browsers, types characters with AltGr, or works only in the text. */
export type KeyWarning = 'types' | 'kept-by-browser' | 'alt-gr' | 'only-in-text';

/* Keys that browsers reserve: tabs, windows, quitting, Firefox's private window. Only some pass on F11 and F12. */
const keptByBrowsers =
  /^(Mod\+(Shift\+)?(KeyN|KeyT|KeyW|Tab)|Mod\+KeyQ|Mod\+Shift\+KeyP|Mod\+Shift\+(KeyI|KeyJ|KeyC)|Mod\+F4|Alt\+F4|Alt\+(Shift\+)?Tab|Mod\+(PageUp|PageDown)|Meta\+.*|F11|F12)$/;

/** The warning about a key. `types` is refused, the others are only shown. */
export function getKeyWarning(key: string): KeyWarning | undefined {
  for (const press of key.split(' ')) {
    const { held, code } = parseKey(press);
    const isPlain = !['Mod', 'Ctrl', 'Meta', 'Alt'].some((modifier) => held.has(modifier));
    if (isPlain && isTypingCode(code)) return 'types';
    if (keptByBrowsers.test(press)) return 'kept-by-browser';
    if (held.has('Mod') && held.has('Alt') && isTypingCode(code)) return 'alt-gr';
    if (isOnlyInText(press)) return 'only-in-text';
  }
  return undefined;
}

/** True if a press works only in the text, because elsewhere it moves, types or opens something. */
export function isOnlyInText(press: string): boolean {
  const { held, code } = parseKey(press);
  if (['Mod', 'Ctrl', 'Meta', 'Alt'].some((modifier) => held.has(modifier))) return false;
  return code !== 'Escape' && !/^F\d+$/.test(code) && !/^(Media|Browser|Launch)/.test(code);
}
