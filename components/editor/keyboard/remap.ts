import type { Command } from '#components/editor/context.ts';
import { isTypingCode, parseKey } from './keys';

/** Keys by the id of the command. */
export type KeyMap = ReadonlyMap<string, readonly string[]>;

/** A person's own keys, by the id of the command; an empty list takes all keys from a command. */
export type OwnKeys = Readonly<Record<string, readonly string[]>>;

/** The other command that has this key. */
export function findKeyOwner(key: string, commandId: string, keys: KeyMap): string | undefined {
  for (const [id, commandKeys] of keys) if (id !== commandId && commandKeys.includes(key)) return id;
  return undefined;
}

/** The person's own keys after this one was given to a command, and taken from whichever had it. */
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

/** The person's own keys after this one was taken from a command. */
export function withoutKey(own: OwnKeys, commandId: string, key: string, keys: KeyMap): OwnKeys {
  return { ...own, [commandId]: (keys.get(commandId) ?? []).filter((other) => other !== key) };
}

/** The person's own keys after a command has got back those of the preset. */
export function withoutOwn(own: OwnKeys, commandId: string): OwnKeys {
  return Object.fromEntries(Object.entries(own).filter(([id]) => id !== commandId));
}

/** Keys that commands share, with the commands; of two that are possible the one listed first is obeyed. */
export function conflictsIn(commands: readonly Command[], keys: KeyMap): Map<string, string[]> {
  const holders = new Map<string, string[]>();
  for (const { id } of commands) {
    for (const key of keys.get(id) ?? []) holders.set(key, [...(holders.get(key) ?? []), id]);
  }
  return new Map([...holders].filter(([, ids]) => ids.length > 1));
}

/** Why a key is a bad choice: it types, browsers reserve it, or AltGr types characters with it. */
export type KeyWarning = 'types' | 'kept-by-browser' | 'alt-gr' | 'only-in-text';

/* Keys that browsers reserve: tabs, windows, quitting, Firefox's private window. F11 and F12 reach the page only in some. */
const keptByBrowsers =
  /^(Mod\+(Shift\+)?(KeyN|KeyT|KeyW|Tab)|Mod\+KeyQ|Mod\+Shift\+KeyP|Mod\+Shift\+(KeyI|KeyJ|KeyC)|Mod\+F4|Alt\+F4|Alt\+(Shift\+)?Tab|Mod\+(PageUp|PageDown)|Meta\+.*|F11|F12)$/;

/** The warning for this key; `types` is refused, the others are only shown. */
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

/** True if a press works only in the text, because elsewhere it moves, types or opens. */
export function isOnlyInText(press: string): boolean {
  const { held, code } = parseKey(press);
  if (['Mod', 'Ctrl', 'Meta', 'Alt'].some((modifier) => held.has(modifier))) return false;
  return code !== 'Escape' && !/^F\d+$/.test(code) && !/^(Media|Browser|Launch)/.test(code);
}
