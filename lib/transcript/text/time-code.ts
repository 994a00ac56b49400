/** The formats of times in text, shown for 12 minutes and 34.5 seconds. */
export const timeForms = ['(12:34)', '[12:34]', '(00:12:34)', '[00:12:34]', '[0:12:34.5]'] as const;
export type TimeForm = (typeof timeForms)[number];

/** An account's style of times. */
export interface TimeStyle {
  timeForm: TimeForm;
  /** The time code at which recordings start, such as 3600 for 01:00:00:00. */
  timeOffsetSeconds: number;
}

export const defaultTimeStyle: TimeStyle = { timeForm: '(12:34)', timeOffsetSeconds: 0 };

/** Less than a day, as time codes restart at midnight. */
export const maxTimeOffsetSeconds = 86_399;

/** Parses the time style in stored settings. Missing or invalid values default to `defaultTimeStyle`'s. */
export function parseTimeStyle(stored: Readonly<Record<string, unknown>>): TimeStyle {
  const { timeForm, timeOffsetSeconds: offset } = stored;
  const isOffset = typeof offset === 'number' && offset >= 0 && offset <= maxTimeOffsetSeconds;
  return {
    timeForm: timeForms.find((form) => form === timeForm) ?? defaultTimeStyle.timeForm,
    timeOffsetSeconds: isOffset ? offset : defaultTimeStyle.timeOffsetSeconds,
  };
}

/** Formats a time in milliseconds for text: `[00:12:34]`. */
export function formatTimeCode(ms: number, style: TimeStyle): string {
  return `${style.timeForm.slice(0, 1)}${formatBareTimeCode(ms, style)}${style.timeForm.slice(-1)}`;
}

/** The same without brackets, rounded down to the last digit shown. */
export function formatBareTimeCode(ms: number, { timeForm, timeOffsetSeconds }: TimeStyle): string {
  const [, hourDigits = '', tenthDigits] = /^.(?:(\d+):)?\d\d:\d\d(\.\d)?.$/.exec(timeForm) ?? [];
  // In tenths, since 0.1 has no exact binary form.
  const tenths = Math.floor(ms / 100) + Math.round(timeOffsetSeconds * 10);
  const seconds = Math.floor(tenths / 10);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (n: number): string => String(n).padStart(2, '0');
  const hasHours = hourDigits !== '' || hours > 0;
  return [
    hasHours ? `${String(hours).padStart(hourDigits.length, '0')}:${two(minutes)}` : String(minutes),
    `:${two(seconds % 60)}`,
    tenthDigits === undefined ? '' : `.${tenths % 10}`,
  ].join('');
}
