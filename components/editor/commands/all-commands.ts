import { documentCommands } from '../document/document-commands';
import type { Command } from './command';

/** Everything that can be done in the editor. */
export const allCommands: readonly Command[] = [...documentCommands];
