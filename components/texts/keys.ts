import type { PresetId } from '../editor/commands/presets';

const plural = new Intl.PluralRules('en');

const counted = (count: number, one: string, other: string): string =>
  `${count} ${plural.select(count) === 'one' ? one : other}`;

/** A moment of the recording as it is spoken: "1 hour 4 minutes 32". */
function spoken(ms: number): string {
  const whole = Math.floor(ms / 1000);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const seconds = whole % 60;
  if (hours === 0 && minutes === 0) return counted(seconds, 'second', 'seconds');
  const parts = [
    ...(hours > 0 ? [counted(hours, 'hour', 'hours')] : []),
    ...(minutes > 0 || hours === 0 ? [counted(minutes, 'minute', 'minutes')] : []),
    ...(seconds > 0 ? [String(seconds)] : []),
  ];
  return parts.join(' ');
}

/** What the palette, the sheet of shortcuts and their changing say. */
export const keyTexts = {
  groups: {
    sound: 'Sound',
    text: 'Text',
    speakers: 'Speakers',
    tags: 'Tags',
    review: 'Review',
    document: 'Document',
    view: 'View',
  },
  commands: {
    palette: 'All commands',
    shortcuts: 'Shortcuts',
    settings: 'Settings',
    readingView: 'Reading view',
    leaveText: 'Go to the next part of the page',
    back: 'Go to the previous part of the page',
  },
  palette: {
    title: 'All commands',
    search: 'Search for a command',
    close: 'Close',
    nothing: 'No command is called that.',
    mayNotEdit: 'You may only read',
    notNow: 'Not possible just now',
    count: (found: number) => counted(found, 'command', 'commands'),
  },
  followedBy: 'then',
  or: 'or',
  presets: {
    label: 'Preset',
    longhand: 'Longhand',
    'function-keys': 'Function keys',
    tab: 'Tab',
  } satisfies Record<PresetId | 'label', string>,
  presetHelp: {
    longhand: 'Esc plays and pauses; other keys are pressed together with Alt.',
    'function-keys': 'F9 plays and pauses, F7 and F8 skip, as in many programs for typing from a recording.',
    tab: 'In the text Tab plays and pauses, and two quick presses skip. To leave the text, press Esc and then Tab, or F6.',
  } satisfies Record<PresetId, string>,
  sheet: {
    none: 'no key',
    change: 'Change keys',
    done: 'Done',
    add: 'Add a key',
    addTo: (title: string) => `Add a key for “${title}”`,
    remove: (key: string, title: string) => `Remove ${key} from “${title}”`,
    reset: 'Reset',
    resetOne: (title: string) => `Reset the keys of “${title}”`,
    resetAll: 'Reset all keys',
    resetAllDone: 'All keys are those of the preset again.',
    press: 'Press the keys…',
    pressHelp: 'Hold Ctrl, ⌘ or Alt as well, or press a function key or a pedal that sends one.',
    cancel: 'Cancel',
    again: 'Press other keys',
    use: (key: string) => `Use ${key}`,
    takeOver: (key: string) => `Use ${key} here instead`,
    has: (key: string, title: string) => `${key} is a key of “${title}” already.`,
    given: (key: string, title: string) => `${key} is a key of “${title}” now.`,
    taken: (key: string, title: string) => `${key} is no key of “${title}” any more.`,
    troubles: {
      types:
        'This key types a character by itself. Please hold Ctrl, ⌘ or Alt as well, or take a function key.',
      'kept-by-browser': 'Some browsers keep this key for themselves: it may not come through.',
      'alt-gr':
        'On many keyboards Ctrl and Alt together are AltGr, which types characters: it may not come through.',
      'only-in-text': 'Works only while the cursor is in the text.',
    },
    shared: (titles: string) => `Shared with ${titles}`,
  },
  settings: {
    sound: 'Sound',
    text: 'Text',
    keys: 'Keys',
    skipSeconds: 'Seconds of one skip',
    stepBackSeconds: 'Seconds to step back when playing goes on',
    holdToPlay: 'Play only while the key is held, as with a pedal',
    follow: 'Scroll along with the sound',
    seekOnClick: 'A click goes to that place in the sound',
    seekOnClickHelp: 'Otherwise a double click or Alt and a click do.',
    spellcheck: 'Check the spelling',
    textSize: 'Size of the text',
    textSizes: { '0.875': 'Small', '1': 'Normal', '1.25': 'Large', '1.5': 'Larger', '1.75': 'Largest' },
    changeKeys: 'See and change all keys',
    keptInAccount: 'These settings are kept in your account.',
    keptHere: 'These settings are kept in this browser.',
  },
  place: (number: number, count: number, speaker: string, startMs: number) =>
    `Monologue ${number} of ${count}, ${speaker}, ${spoken(startMs)}`,
  spoken,
  text: {
    help: (play: string | undefined, leave: string | undefined) =>
      [
        play === undefined ? '' : `${play} plays and pauses.`,
        leave === undefined ? '' : `To leave the text, press ${leave}.`,
      ]
        .filter((part) => part !== '')
        .join(' '),
  },
  reading: {
    label: 'Reading view',
    on: 'Reading view',
    off: 'Back to the text',
    at: spoken,
    playFrom: (startMs: number) => `Play from ${spoken(startMs)}`,
    empty: 'No words were recognised in this recording.',
  },
  bar: { more: 'More', commands: 'Commands' },
} as const;
