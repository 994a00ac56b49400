'use client';

import { useSyncExternalStore } from 'react';
import { formatDate, formatUtc, type DateShape } from '#lib/messages/format';

const never = () => () => {};

/** A moment in the reader's own time zone, or its day or time alone; in UTC until the browser has taken over. */
export function LocalTime({ iso, show = 'moment' }: { iso: string; show?: DateShape }) {
  const text = useSyncExternalStore(
    never,
    () => formatDate(iso, show),
    () => formatUtc(iso, show),
  );
  return <time dateTime={iso}>{text}</time>;
}
