/** WebDriver's values for the space bar and keys that write nothing, by the keys' names in the DOM. */
const namedKeys: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  F1: '\uE031',
  F3: '\uE033',
};

/**
 * Returns WebDriver's value for a key: for `KeyS` and `Digit1` the character they write, for `Enter` a special value.
 */
export function toKeyValue(key: string): string {
  const written = /^(?:Key([A-Z])|Digit(\d))$/.exec(key);
  const value = written ? (written[1]?.toLowerCase() ?? written[2]) : (namedKeys[key] ?? key);
  if (value === undefined || !/^.$/u.test(value)) throw new Error(`no key is called ${key}`);
  return value;
}
