'use client';

import { useSyncExternalStore } from 'react';
import { formatDate, formatUtc, type DateShape } from '#lib/messages/format';

const never = () => () => {};

/**
 * A moment in the reader's own time zone, or its day or time alone; in UTC until the browser has taken over. `recent` is the
 * time of a moment of today, else its day, with the whole moment as a tooltip. A text has the form of `toISOString`.
 */
export function LocalTime({
  iso: given,
  show = 'moment',
}: {
  iso: string | Date;
  show?: DateShape | 'recent';
}) {
  const iso = typeof given === 'string' ? given : given.toISOString();
  const text = useSyncExternalStore(
    never,
    () => (show === 'recent' ? formatRecent(iso) : formatDate(iso, show)),
    () => formatUtc(iso, show === 'recent' ? 'date' : show),
  );
  const moment = useSyncExternalStore(
    never,
    () => formatDate(iso),
    () => formatUtc(iso),
  );
  return (
    <time dateTime={iso} {...(show === 'recent' && { title: moment })}>
      {text}
    </time>
  );
}

function formatRecent(iso: string): string {
  const day = formatDate(iso, 'date');
  return day === formatDate(new Date(), 'date') ? formatDate(iso, 'time') : day;
}
