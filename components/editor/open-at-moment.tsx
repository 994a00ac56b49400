'use client';

import { useEffect } from 'react';

/** Brings the monologue into sight that is spoken at the moment `?t=` of the address names, in seconds. */
export function OpenAtMoment({ within }: { within: string }) {
  useEffect(() => {
    const given = new URLSearchParams(location.search).get('t');
    const atMs = Number(given) * 1000;
    if (given === null || Number.isNaN(atMs)) return;
    const monologues = [...document.querySelectorAll<HTMLElement>(`#${within} [data-start-ms]`)];
    const found =
      monologues.findLast(({ dataset }) => Number(dataset['startMs']) <= atMs) ?? monologues.at(0);
    if (found === undefined) return;
    found.dataset['found'] = '';
    found.scrollIntoView({ block: 'center' });
    found.focus({ preventScroll: true });
  }, [within]);
  return null;
}
