import { formatBareTimeCode, type TimeStyle } from '#lib/transcript/text/time-code';
import { printedTag, tagNames } from './tag-names';

/** The account's tag style. */
export interface TagStyle extends TimeStyle {
  /** The words for [inaudible] and [crosstalk]. */
  inaudible: string;
  crosstalk: string;
  /** Add the time to both: `[inaudible 12:34]`. */
  tagTimes: boolean;
}

/** The maximum length of the words for [inaudible] and [crosstalk]. */
export const maxTagWord = 40;

const getOwnName = (name: string, style: TagStyle): string =>
  name === 'inaudible' || name === 'crosstalk' ? style[name] : name;

/** The suggested tags, with the account's own words. */
export const getTagNames = (style: TagStyle): string[] => tagNames.map((name) => getOwnName(name, style));

/**
 * Formats a tag in the account's style; `ms` is its time in the recording. Undefined if nothing is left of the name.
 */
export function writeTag(name: string, style: TagStyle, ms: number): string | undefined {
  const own = getOwnName(name, style);
  const hasTime = style.tagTimes && (own === style.inaudible || own === style.crosstalk);
  return printedTag(hasTime ? `${own} ${formatBareTimeCode(ms, style)}` : own);
}
