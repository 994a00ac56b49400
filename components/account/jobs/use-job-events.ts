'use client';

import { useEffect, useRef } from 'react';
import type { JobsChange } from './jobs-query';

/** The server's events, for as long as the page is open; whenever they may have missed something, all is read anew. */
export function useJobEvents(on: {
  take: (change: JobsChange) => void;
  reload: () => void;
  setAway: (isAway: boolean) => void;
}): void {
  const latest = useRef(on);
  useEffect(() => {
    latest.current = on;
  });
  useEffect(() => {
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listen = (): void => {
      source = new EventSource('/jobs/events');
      source.addEventListener('open', () => {
        latest.current.setAway(false);
        latest.current.reload();
      });
      source.addEventListener('jobs', (event: MessageEvent<string>) =>
        latest.current.take(JSON.parse(event.data) as JobsChange),
      );
      source.addEventListener('gap', () => latest.current.reload());
      source.addEventListener('error', () => {
        latest.current.setAway(true);
        // Of an answer that is none the browser makes no second try.
        if (source.readyState === EventSource.CLOSED) timer = setTimeout(listen, 3000);
      });
    };
    listen();
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, []);
}
