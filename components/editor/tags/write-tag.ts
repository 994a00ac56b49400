import { formatBareTimeCode, type TimeStyle } from '#lib/transcript/text/time-code';
import { printedTag, tagNames } from './tag-names';

/** The style in which an account writes tags. */
export interface TagStyle extends TimeStyle {
  /** The words for [inaudible] and [crosstalk]. */
  inaudible: string;
  crosstalk: string;
  /** Both carry their time: `[inaudible 12:34]`. */
  tagTimes: boolean;
}

/** The most characters of the words for [inaudible] and [crosstalk]. */
export const maxTagWord = 40;

const getOwnName = (name: string, style: TagStyle): string =>
  name === 'inaudible' || name === 'crosstalk' ? style[name] : name;

/** The tags that are offered, as the account calls them. */
export const getTagNames = (style: TagStyle): string[] => tagNames.map((name) => getOwnName(name, style));

/** A tag as the account writes it; `ms` is the moment of the recording. Undefined where nothing is left of the name. */
export function writeTag(name: string, style: TagStyle, ms: number): string | undefined {
  const own = getOwnName(name, style);
  const hasTime = style.tagTimes && (own === style.inaudible || own === style.crosstalk);
  return printedTag(hasTime ? `${own} ${formatBareTimeCode(ms, style)}` : own);
}
