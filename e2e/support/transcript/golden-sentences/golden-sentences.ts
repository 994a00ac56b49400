import { germanic } from './germanic';
import { others } from './others';
import { romance } from './romance';
import { scripts } from './scripts';
import { slavic } from './slavic';

/*
 * Sentences by language, separated by `|`: the cases of golden-rule sets for sentence ends (abbreviations, initials,
 * ordinals, dates, times, quotes, names with marks, list numbers), in our own words.
 */
export const golden: Record<string, readonly string[]> = {
  ...germanic,
  ...romance,
  ...slavic,
  ...others,
  ...scripts,
};
