import { getDateTimeFormat, getNumberFormat } from '#lib/messages/intl';
import { getLocale } from '#lib/messages/locale';
import * as units from '#messages/units';

/* Numbers, money and times as the reader writes them. Pure, and safe in a browser. */

const shapes = {
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  second: { dateStyle: 'medium', timeStyle: 'medium' },
  date: { dateStyle: 'medium' },
  day: { dateStyle: 'full' },
  time: { timeStyle: 'short' },
  month: { year: 'numeric', month: 'long' },
  monthDay: { month: 'short', day: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateShape = keyof typeof shapes;

/** A number with the reader's separators: `1,234`. */
export function formatNumber(n: number, options?: Intl.NumberFormatOptions): string {
  return getNumberFormat(getLocale(), options).format(n);
}

/** A whole number of percent: `42%`, in German `42 %`. */
export function formatPercent(percent: number): string {
  return formatNumber(percent / 100, { style: 'percent', maximumFractionDigits: 0 });
}

/** Integer cents as dollars: `$0.25`, in German `0,25 $`. */
export function formatMoney(cents: number): string {
  return formatNumber(cents / 100, { style: 'currency', currency: 'USD' });
}

/** Integer cents as a change of money: `+$1.00`, `−$0.25`. */
export function formatSignedMoney(cents: number): string {
  const options = { style: 'currency', currency: 'USD', signDisplay: 'exceptZero' } as const;
  return formatNumber(cents / 100, options).replace('-', '−');
}

/** A file's size, or a number of bytes: `512 bytes`, `1.4 MB`. */
export function formatFileSize(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const power = Math.min(3, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return formatNumber(bytes / 1000 ** power, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    // The short form of bytes has no plural.
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  });
}

/** A moment of a recording as m:ss or h:mm:ss, cut to the second: the same in every language. */
export function formatClock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  const two = (n: number): string => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The length of a recording, in the form of its moments: `1:02:03`. Rounded up to the second, as it is charged. */
export function formatLength(seconds: number): string {
  return formatClock(Math.ceil(seconds) * 1000);
}

/** A length of time that is estimated or allowed, as people say it: `40 s`, `12 min`, `2 h`, `4 h 5 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 59.5) return units.seconds({ seconds: Math.max(1, Math.round(seconds)) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return units.minutes({ minutes });
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? units.hours({ hours }) : units.hoursMinutes({ hours, minutes: minutes % 60 });
}

/** A length of time, or a moment of a recording, in words for a screen reader: `1 hour 4 minutes 32 seconds`. */
export function formatSpokenDuration(milliseconds: number): string {
  const whole = Math.floor(milliseconds / 1000);
  const parts = [
    { unit: 'hour', n: Math.floor(whole / 3600) },
    { unit: 'minute', n: Math.floor(whole / 60) % 60 },
    { unit: 'second', n: whole % 60 },
  ];
  const shown = parts.filter(({ n, unit }) => n > 0 || (whole === 0 && unit === 'second'));
  return shown.map(({ n, unit }) => formatNumber(n, { style: 'unit', unit, unitDisplay: 'long' })).join(' ');
}

/** A moment, or a part of it, in the process's time zone; give `timeZone` where the server may render it. */
export function formatDate(date: Date | string, shape: DateShape = 'moment', timeZone?: string): string {
  const options = { ...shapes[shape], ...(timeZone !== undefined && { timeZone }) };
  return getDateTimeFormat(getLocale(), options).format(new Date(date));
}

/** A list as the reader says it: `a, b, and c`. */
export function formatList(items: string[]): string {
  return new Intl.ListFormat(getLocale()).format(items);
}

/** A moment in UTC, marked as such: what a page shows until the browser knows the reader's time zone. */
export function formatUtc(date: Date | string, shape: DateShape = 'moment'): string {
  return units.utc({ time: formatDate(date, shape, 'UTC') });
}

/** True if dates can be written as in this time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
