'use client';

import { useSyncExternalStore } from 'react';

const shape: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };
const never = () => () => {};

/** A moment in the reader's own time zone; in UTC until the browser has taken over. */
export function LocalTime({ iso }: { iso: string }) {
  const moment = new Date(iso);
  const text = useSyncExternalStore(
    never,
    () => new Intl.DateTimeFormat('en', shape).format(moment),
    () => `${new Intl.DateTimeFormat('en', { ...shape, timeZone: 'UTC' }).format(moment)} UTC`,
  );
  return <time dateTime={iso}>{text}</time>;
}
