import type { Command } from './command';
import type { KeyTable } from './key-table';
import { keyOf, type Keyboard, type KeyPress } from './keys';
import type { PlaceOfPress } from './place-of-press';
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
  placeOf: (event: Event) => PlaceOfPress;
  isPossible: (command: Command) => boolean;
  run: (command: Command) => void;
  release: (command: Command) => void;
}

/** Obeys keys. */
export interface Keymap<Event extends KeyEvent> {
  down: (event: Event) => void;
  up: (event: Pick<KeyEvent, 'code'>) => void;
  /** Lets go of everything that is held, as when the window loses the focus. */
  letGo: () => void;
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
interface Begun {
  key: string;
  code: string;
  isUp: boolean;
  waits: Command | undefined;
  timer: ReturnType<typeof setTimeout>;
}

/** Makes a keymap; it does nothing for keys that no command has. */
export function createKeymap<Event extends KeyEvent>(host: KeymapHost<Event>): Keymap<Event> {
  const held = new Map<string, Command>();
  let begun: Begun | undefined;

  /** Ends a sequence that was begun. */
  const endBegun = (): Begun | undefined => {
    const ended = begun;
    clearTimeout(ended?.timer);
    begun = undefined;
    return ended;
  };
  const runWaiting = (): void => {
    const ended = endBegun();
    if (ended?.waits === undefined) return;
    host.run(ended.waits);
    if (ended.waits.release === undefined) return;
    if (ended.isUp) host.release(ended.waits);
    else held.set(ended.code, ended.waits);
  };
  const obey = (command: Command, event: Event): void => {
    take(event);
    if (event.repeat && !repeating.has(command.id)) return;
    if (command.release !== undefined) held.set(event.code, command);
    host.run(command);
  };
  const begin = (key: string, command: Command | undefined, event: Event): void => {
    const isDouble = host.table().commands.has(`${key} ${key}`);
    if (isDouble || command !== undefined) take(event);
    if (event.repeat) return;
    if (!isDouble && command !== undefined) host.run(command);
    begun = {
      key,
      code: event.code,
      isUp: false,
      waits: isDouble ? command : undefined,
      timer: setTimeout(runWaiting, isDouble ? doubleMs : sequenceMs),
    };
  };

  return {
    down(event) {
      if (event.isComposing || event.getModifierState('AltGraph')) return;
      const key = keyOf(event, host.keyboard());
      if (key === undefined) return;
      const { commands, beginnings } = host.table();
      const continued = begun === undefined || event.repeat ? undefined : commands.get(`${begun.key} ${key}`);
      const meant = continued ?? commands.get(key);
      if (continued === undefined && !(event.repeat && begun?.key === key)) runWaiting();
      if (meant === undefined && !beginnings.has(key)) return;
      const place = host.placeOf(event);
      if (!isMeantHere(key, place)) return;
      const here = (meant ?? []).filter(({ group }) => place !== 'field' || group !== 'text');
      const command = here.find((one) => host.isPossible(one));
      if (continued !== undefined) {
        endBegun();
        if (command !== undefined) obey(command, event);
      } else if (beginnings.has(key)) begin(key, command, event);
      else if (command !== undefined) obey(command, event);
      // What cannot be done now is not left to the browser, which would save the page or open a menu.
      else if (here.length > 0 && !isOnlyInText(key)) take(event);
    },
    up({ code }) {
      if (begun?.code === code) begun.isUp = true;
      const command = held.get(code);
      if (command === undefined) return;
      held.delete(code);
      host.release(command);
    },
    letGo() {
      runWaiting();
      for (const command of held.values()) host.release(command);
      held.clear();
    },
  };
}

function take(event: KeyEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

function isMeantHere(key: string, place: PlaceOfPress): boolean {
  if (place === 'text') return true;
  if (place === 'modal') return false;
  if (place === 'elsewhere') return !isOnlyInText(key);
  return !isOnlyInText(key) && key !== 'Escape';
}
