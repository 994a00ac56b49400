import type { EditorSettings } from '#components/editor/settings/editor-settings.ts';
import type { Command } from '#components/editor/context.ts';
import { getCommandKeys } from './presets';
import { toKey, type Keyboard, type KeyPress } from './keys';
import type { KeyScope } from './key-scope';
import { isOnlyInText } from './remap';

/** The commands that each key can run, and the keys that begin a sequence. */
export interface KeyTable {
  commands: ReadonlyMap<string, readonly Command[]>;
  beginnings: ReadonlySet<string>;
}

/** Builds the key table for a person's settings. */
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

/** The part of a keyboard event that a keymap uses. */
export interface KeyEvent extends KeyPress {
  isComposing: boolean;
  repeat: boolean;
  getModifierState(name: string): boolean;
  preventDefault(): void;
  stopPropagation(): void;
}

/** The editor, as a keymap uses it. */
export interface KeymapHost<Event extends KeyEvent> {
  keyboard: () => Keyboard;
  table: () => KeyTable;
  getScope: (event: Event) => KeyScope;
  isEnabled: (command: Command) => boolean;
  run: (command: Command) => void;
  release: (command: Command) => void;
}

/** Runs commands on key presses. */
export interface Keymap<Event extends KeyEvent> {
  down: (event: Event) => void;
  up: (event: Pick<KeyEvent, 'code'>) => void;
  /** Releases all held keys, as when the window loses the focus. */
  releaseAll: () => void;
}

/** The time between two presses of a double press, in milliseconds. */
export const doubleMs = 300;
/** The time within which a second key completes a sequence, in milliseconds. */
const sequenceMs = 3000;

/** The commands that repeat while their key is held. */
export const repeating: ReadonlySet<string> = new Set([
  'undo',
  'redo',
  'back',
  'forward',
  'back-monologue',
  'forward-monologue',
  'slower',
  'faster',
  'split',
  'merge-up',
  'merge-down',
  'undo',
  'redo',
  'review-next',
  'review-previous',
]);

/* A key that may become a double press waits for the second press. One that begins another sequence runs at once. */
interface PendingKey {
  key: string;
  code: string;
  isUp: boolean;
  waiting: Command | undefined;
  timer: ReturnType<typeof setTimeout>;
}

/** Creates a keymap. It ignores keys without a command. */
export function createKeymap<Event extends KeyEvent>(host: KeymapHost<Event>): Keymap<Event> {
  const held = new Map<string, Command>();
  let pending: PendingKey | undefined;

  /** Ends a pending sequence. */
  const endPending = (): PendingKey | undefined => {
    const ended = pending;
    clearTimeout(ended?.timer);
    pending = undefined;
    return ended;
  };
  const runWaiting = (): void => {
    const ended = endPending();
    if (ended?.waiting === undefined) return;
    host.run(ended.waiting);
    if (ended.waiting.release === undefined) return;
    if (ended.isUp) host.release(ended.waiting);
    else held.set(ended.code, ended.waiting);
  };
  const runCommand = (command: Command, event: Event): void => {
    consume(event);
    if (event.repeat && !repeating.has(command.id)) return;
    if (command.release !== undefined) held.set(event.code, command);
    host.run(command);
  };
  const begin = (key: string, command: Command | undefined, event: Event): void => {
    const isDouble = host.table().commands.has(`${key} ${key}`);
    if (isDouble || command !== undefined) consume(event);
    if (event.repeat) return;
    if (!isDouble && command !== undefined) host.run(command);
    pending = {
      key,
      code: event.code,
      isUp: false,
      waiting: isDouble ? command : undefined,
      timer: setTimeout(runWaiting, isDouble ? doubleMs : sequenceMs),
    };
  };

  return {
    down(event) {
      const keyboard = host.keyboard();
      if (event.isComposing || isForCharacter(event, keyboard)) return;
      const key = toKey(event, keyboard);
      if (key === undefined) return;
      const { commands, beginnings } = host.table();
      const continued =
        pending === undefined || event.repeat ? undefined : commands.get(`${pending.key} ${key}`);
      const candidates = continued ?? commands.get(key);
      if (continued === undefined && !(event.repeat && pending?.key === key)) runWaiting();
      if (candidates === undefined && !beginnings.has(key)) return;
      const scope = host.getScope(event);
      if (!isAllowedIn(key, scope)) return;
      const here = (candidates ?? []).filter(({ group }) => scope !== 'field' || group !== 'text');
      const command = here.find((command) => host.isEnabled(command));
      if (continued !== undefined) {
        endPending();
        if (command !== undefined) runCommand(command, event);
      } else if (beginnings.has(key)) begin(key, command, event);
      else if (command !== undefined) runCommand(command, event);
      // Keeps the key of an unavailable command from the browser, which would save the page or open a menu.
      else if (here.length > 0 && !isOnlyInText(key) && !isOptionInText(event, keyboard)) consume(event);
    },
    up({ code }) {
      if (pending?.code === code) pending.isUp = true;
      const command = held.get(code);
      if (command === undefined) return;
      held.delete(code);
      host.release(command);
    },
    releaseAll() {
      runWaiting();
      for (const command of held.values()) host.release(command);
      held.clear();
    },
  };
}

function consume(event: KeyEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

function isAllowedIn(key: string, scope: KeyScope): boolean {
  if (scope === 'text') return true;
  if (scope === 'modal') return false;
  if (scope === 'elsewhere') return !isOnlyInText(key);
  return !isOnlyInText(key) && key !== 'Escape';
}

/*
 * On a Mac, Option types characters such as `[ ] { } | @ ~ € “ –` and letters of other languages, at different keys
 * in each layout. So the Alt of commands is Control+Option, which types nothing. ⌘+Option isn't available: browsers
 * and macOS use its I, J, K, L, U, M, D and more. VoiceOver also uses Control+Option, unless it is set to Caps Lock,
 * so Option alone still works where no text needs it: where it types a math symbol or a lone accent, as at K, J and
 * L on the US layout (˚ ∆ ¬), or just the key's own character.
 */

const characters = /^(?:Dead|.)$/su;
const unneeded = /^(?:[a-z\d]|(?![ -~])[\p{Sm}\p{Sk}])$/iu;

/** True if a press types a character with AltGr or, on a Mac, Option. */
function isForCharacter(
  press: KeyPress & { getModifierState(name: string): boolean },
  { isMac }: Keyboard,
): boolean {
  // Firefox reports a Mac's Option as AltGraph even if it types nothing.
  if (!isMac) return press.getModifierState('AltGraph');
  return isOptionAlone(press) && characters.test(press.key) && !unneeded.test(press.key);
}

/** True if a press without a command belongs to the text: on a Mac, Option types and, with arrow keys, moves. */
function isOptionInText(press: KeyPress, { isMac }: Keyboard): boolean {
  return isMac && isOptionAlone(press) && (characters.test(press.key) || press.code.startsWith('Arrow'));
}

const isOptionAlone = ({ altKey, ctrlKey, metaKey }: KeyPress): boolean => altKey && !ctrlKey && !metaKey;
