'use client';

import { useSyncExternalStore } from 'react';

const shapes = {
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'full' },
  time: { timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
const never = () => () => {};

/** A moment as text in the reader's own time zone: only for what the server never renders. */
export function localMoment(iso: string): string {
  return new Intl.DateTimeFormat('en', shapes.moment).format(new Date(iso));
}

/** A moment in the reader's own time zone, or its day or time alone; in UTC until the browser has taken over. */
export function LocalTime({ iso, show = 'moment' }: { iso: string; show?: keyof typeof shapes }) {
  const moment = new Date(iso);
  const shape = shapes[show];
  const text = useSyncExternalStore(
    never,
    () => new Intl.DateTimeFormat('en', shape).format(moment),
    () => `${new Intl.DateTimeFormat('en', { ...shape, timeZone: 'UTC' }).format(moment)} UTC`,
  );
  return <time dateTime={iso}>{text}</time>;
}
