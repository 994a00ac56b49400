import type { EditorSettings } from '#components/editor/settings/editor-settings.ts';
import type { Command } from './command';
import { getCommandKeys } from './presets';

/** Which commands a key may mean, and which keys begin a sequence. */
export interface KeyTable {
  commands: ReadonlyMap<string, readonly Command[]>;
  beginnings: ReadonlySet<string>;
}

/** The keys as a person's settings have them. */
export function keyTable(
  commands: readonly Command[],
  { keyPreset, ownKeys }: Pick<EditorSettings, 'keyPreset' | 'ownKeys'>,
): KeyTable {
  const keys = getCommandKeys(commands, keyPreset, ownKeys);
  const found = new Map<string, Command[]>();
  const beginnings = new Set<string>();
  for (const command of commands) {
    for (const key of keys.get(command.id) ?? []) {
      found.set(key, [...(found.get(key) ?? []), command]);
      const [first, second] = key.split(' ');
      if (first !== undefined && second !== undefined) beginnings.add(first);
    }
  }
  return { commands: found, beginnings };
}
