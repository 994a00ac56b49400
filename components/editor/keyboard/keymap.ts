import type { Command } from './command';
import type { KeyTable } from './key-table';
import { toKey, type Keyboard, type KeyPress } from './keys';
import type { KeyScope } from './key-scope';
import { isForCharacter, isOptionInText } from './option-keys';
import { isOnlyInText } from './remap';

/** What is asked of a keyboard event to obey it. */
export interface KeyEvent extends KeyPress {
  isComposing: boolean;
  repeat: boolean;
  getModifierState(name: string): boolean;
  preventDefault(): void;
  stopPropagation(): void;
}

/** What a keymap is told by the editor around it. */
export interface KeymapHost<Event extends KeyEvent> {
  keyboard: () => Keyboard;
  table: () => KeyTable;
  getScope: (event: Event) => KeyScope;
  isEnabled: (command: Command) => boolean;
  run: (command: Command) => void;
  release: (command: Command) => void;
}

/** Obeys keys. */
export interface Keymap<Event extends KeyEvent> {
  down: (event: Event) => void;
  up: (event: Pick<KeyEvent, 'code'>) => void;
  /** Lets go of everything that is held, as when the window loses the focus. */
  releaseAll: () => void;
}

/** Within this many milliseconds a second press of the same key is a double press. */
export const doubleMs = 300;
/** Within this many milliseconds another key continues what the first one began. */
export const sequenceMs = 3000;

/** Commands that a held key does again and again. */
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

/*
 * A key that begins a double press of itself is obeyed when no second press has come; one that begins a sequence
 * with another key is obeyed at once.
 */
interface PendingKey {
  key: string;
  code: string;
  isUp: boolean;
  waiting: Command | undefined;
  timer: ReturnType<typeof setTimeout>;
}

/** Makes a keymap; it does nothing for keys that no command has. */
export function createKeymap<Event extends KeyEvent>(host: KeymapHost<Event>): Keymap<Event> {
  const held = new Map<string, Command>();
  let pending: PendingKey | undefined;

  /** Ends a sequence that was begun. */
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
      // What cannot be done now is not left to the browser, which would save the page or open a menu.
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
