import type { EditorServices } from '#components/editor/context.ts';
import type { CommandShape } from './command-shape';

export type { CommandGroup } from './command-shape';

/** Something that a person can do in the editor, by key, from the palette or by a button. */
export type Command = CommandShape<EditorServices>;
