/** The groups in which commands are listed. */
export type CommandGroup = 'sound' | 'text' | 'speakers' | 'tags' | 'review' | 'document' | 'view';

/** Something that a person can do with the services of an editor, by key, from the palette or by a button. */
export interface CommandShape<Services> {
  /** Stable: people's own keys are kept by it. */
  id: string;
  /** Its name in the reader's language. */
  title: () => string;
  group: CommandGroup;
  /**
   * The keys it has before anybody changes them, such as `Alt+KeyK`, `Mod+Shift+KeyP` or `F9`: names of
   * `KeyboardEvent.code`, `Mod` being Ctrl, or ⌘ on a Mac. `Escape Tab` is one after the other.
   */
  keys: readonly string[];
  /** Keys that do it at the caret by themselves: shown with the others, and not to be changed. */
  caretKeys?: readonly string[];
  run(services: Services): void;
  /** What letting go of the key does, for commands that last as long as it is held. `run` then comes once a press. */
  release?(services: Services): void;
  /** Whether it can be done now; it can when this is left out. */
  isEnabled?(services: Services): boolean;
  /** Whether it changes the transcript: not offered to those who may only look. */
  edits?: boolean;
}
