import { germanic } from './germanic';
import { others } from './others';
import { romance } from './romance';
import { scripts } from './scripts';
import { slavic } from './slavic';

/*
 * Sentences by language, parted by `|`: what golden-rule sets for sentence ends try (abbreviations, initials, ordinals,
 * dates, times, quotes, names with marks, numbers of a list), in words of our own.
 */
export const golden: Record<string, readonly string[]> = {
  ...germanic,
  ...romance,
  ...slavic,
  ...others,
  ...scripts,
};
