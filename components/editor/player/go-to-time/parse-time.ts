const clock = /^(?:(\d{1,3}):)?(\d{1,5}):([0-5]?\d(?:[.,]\d{1,3})?)$/;
const units =
  /^(?:(\d{1,5})\s*(?:h|hrs?|std)\.?)?\s*(?:(\d{1,5})\s*(?:m|min)\.?)?\s*(?:(\d{1,6}(?:[.,]\d{1,3})?)\s*(?:s|secs?|sek)\.?)?$/i;
const seconds = /^\d{1,6}(?:[.,]\d{1,3})?$/;

/** Parses a time into ms: `1:02:03`, `62:03`, `90` (seconds), `1h2m`, `1 h 2 min 3 s`. Undefined for anything else. */
export function parseTime(typed: string): number | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (seconds.test(text)) return toMs(undefined, undefined, text);
  const byClock = clock.exec(text);
  if (byClock !== null) {
    const [, hours, minutes, rest] = byClock;
    return hours !== undefined && Number(minutes) > 59 ? undefined : toMs(hours, minutes, rest);
  }
  const byUnits = units.exec(text);
  return byUnits === null ? undefined : toMs(byUnits[1], byUnits[2], byUnits[3]);
}

function toMs(hours = '0', minutes = '0', rest = '0'): number {
  const whole = Number(hours) * 3600 + Number(minutes) * 60;
  return Math.round((whole + Number(rest.replace(',', '.'))) * 1000);
}
