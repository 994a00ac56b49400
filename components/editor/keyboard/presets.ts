/** The IDs of the shortcut presets. */
export const presetIds = ['longhand', 'function-keys', 'tab'] as const;

/** One of `presetIds`. */
export type PresetId = (typeof presetIds)[number];

/** The keys that a preset changes, by command ID; other commands keep their default keys. */
export const presets: Readonly<Record<PresetId, Readonly<Record<string, readonly string[]>>>> = {
  longhand: {},
  'function-keys': {
    'play-pause': ['F9', 'F4'],
    back: ['F7'],
    forward: ['F8'],
    'back-monologue': ['Shift+F7'],
    'forward-monologue': ['Shift+F8'],
    slower: ['F2'],
    rename: [],
    faster: ['F3'],
    'normal-speed': ['F10'],
    'find-next': [],
    'find-previous': ['Mod+Shift+KeyG'],
  },
  // Tab is a command only in the text, so Escape and then Tab leaves it.
  tab: {
    'play-pause': ['Tab', 'Alt+KeyK'],
    back: ['Tab Tab', 'Alt+KeyJ'],
    forward: ['Shift+Tab Shift+Tab', 'Alt+KeyL'],
    'leave-text': ['Escape Tab', 'F6'],
  },
};

/** The keys of every command: custom keys, else the preset's, else the defaults. */
export function getCommandKeys(
  commands: ReadonlyArray<{ id: string; keys: readonly string[] }>,
  preset: PresetId,
  ownKeys: Readonly<Record<string, readonly string[]>>,
): ReadonlyMap<string, readonly string[]> {
  return new Map(commands.map(({ id, keys }) => [id, ownKeys[id] ?? presets[preset][id] ?? keys]));
}
