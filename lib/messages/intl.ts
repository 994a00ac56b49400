/* Creating an Intl formatter takes much longer than using it, so each is created once. */

const made = new Map<string, unknown>();

function once<T>(kind: string, locale: unknown, options: unknown, make: () => T): T {
  const key = `${kind} ${String(locale)} ${JSON.stringify(options)}`;
  const formatter = (made.get(key) as T | undefined) ?? make();
  made.set(key, formatter);
  return formatter;
}

/** Returns the cached number format with these options. */
export function getNumberFormat(
  locale: Intl.LocalesArgument,
  options?: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  return once('number', locale, options, () => new Intl.NumberFormat(locale, options));
}

/** Returns the cached date format with these options. */
export function getDateTimeFormat(
  locale: Intl.LocalesArgument,
  options?: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  return once('date', locale, options, () => new Intl.DateTimeFormat(locale, options));
}

/** Returns the cached plural rules with these options. */
export function getPluralRules(
  locale: Intl.LocalesArgument,
  options?: Intl.PluralRulesOptions,
): Intl.PluralRules {
  return once('plural', locale, options, () => new Intl.PluralRules(locale, options));
}
