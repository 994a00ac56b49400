'use client';

import { useSyncExternalStore } from 'react';
import { formatDate, formatUtc, type DateShape } from '#lib/messages/format';

const never = () => () => {};

/**
 * A date and time, or only one of them, in the reader's time zone; in UTC until hydration. `recent` shows the time if
 * it is today, else the date, with both in a tooltip. Strings must be in `toISOString` format.
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
