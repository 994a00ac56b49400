import * as texts from '#messages/editor/rename';

/** The maximum length that the server stores, in characters. */
const maxLength = 255;

/** The reason why a name is invalid; undefined if it is valid. */
export function getNameError(name: string): string | undefined {
  const { length } = Array.from(name.trim());
  if (length === 0) return texts.empty();
  return length > maxLength ? texts.tooLong({ max: maxLength }) : undefined;
}
