import { getDateTimeFormat, getNumberFormat } from '#lib/messages/intl';
import { getLocale } from '#lib/messages/locale';
import * as units from '#messages/units';

/* Numbers, money and times in the reader's locale. Pure, and safe in a browser. */

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

/** Formats a number with the reader's separators: `1,234`. */
export function formatNumber(n: number, options?: Intl.NumberFormatOptions): string {
  return getNumberFormat(getLocale(), options).format(n);
}

/** Formats a whole percentage: `42%`, in German `42 %`. */
export function formatPercent(percent: number): string {
  return formatNumber(percent / 100, { style: 'percent', maximumFractionDigits: 0 });
}

/** Formats integer cents as dollars: `$0.25`, in German `0,25 $`. */
export function formatMoney(cents: number): string {
  return formatNumber(cents / 100, { style: 'currency', currency: 'USD' });
}

/** Formats integer cents as a signed amount: `+$1.00`, `−$0.25`. */
export function formatSignedMoney(cents: number): string {
  const options = { style: 'currency', currency: 'USD', signDisplay: 'exceptZero' } as const;
  return formatNumber(cents / 100, options).replace('-', '−');
}

/** Formats a file size in bytes: `512 bytes`, `1.4 MB`. */
export function formatFileSize(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const power = Math.min(3, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return formatNumber(bytes / 1000 ** power, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    // The short unit of bytes has no plural.
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  });
}

/** Formats a time in a recording as m:ss or h:mm:ss, rounded down to seconds, alike in every language. */
export function formatClock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  const two = (n: number): string => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Formats the length of a recording: `1:02:03`. Rounded up to seconds, as it is charged. */
export function formatLength(seconds: number): string {
  return formatClock(Math.ceil(seconds) * 1000);
}

/** Formats an estimated or allowed duration: `40 s`, `12 min`, `2 h`, `4 h 5 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 59.5) return units.seconds({ seconds: Math.max(1, Math.round(seconds)) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return units.minutes({ minutes });
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? units.hours({ hours }) : units.hoursMinutes({ hours, minutes: minutes % 60 });
}

/** Formats a duration, or a time in a recording, in words for a screen reader: `1 hour 4 minutes 32 seconds`. */
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

/** Formats a time, or a part of it, in the process's time zone; pass `timeZone` where the server may render it. */
export function formatDate(date: Date | string, shape: DateShape = 'moment', timeZone?: string): string {
  const options = { ...shapes[shape], ...(timeZone !== undefined && { timeZone }) };
  return getDateTimeFormat(getLocale(), options).format(new Date(date));
}

/** Formats a list in the reader's language: `a, b, and c`. */
export function formatList(items: string[]): string {
  return new Intl.ListFormat(getLocale()).format(items);
}

/** Formats a time in UTC, marked as such, for pages that don't know the reader's time zone yet. */
export function formatUtc(date: Date | string, shape: DateShape = 'moment'): string {
  return units.utc({ time: formatDate(date, shape, 'UTC') });
}

/** True if the time zone is supported. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
