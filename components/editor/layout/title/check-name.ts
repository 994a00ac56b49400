import * as texts from '#messages/editor/rename';

/** The most characters that the server keeps of a name. */
const maxLength = 255;

/** Why a transcript can't be named so, in words; undefined when it can. */
export function getNameError(name: string): string | undefined {
  const { length } = Array.from(name.trim());
  if (length === 0) return texts.empty();
  return length > maxLength ? texts.tooLong({ max: maxLength }) : undefined;
}
