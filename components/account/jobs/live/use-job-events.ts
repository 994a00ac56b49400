'use client';

import { useEffect, useRef } from 'react';
import type { JobsChange } from './jobs-query';

/** The server's events, for as long as the page is open; whenever they may have missed something, all is read anew. */
export function useJobEvents(handlers: {
  onChange: (change: JobsChange) => void;
  reload: () => void;
  setAway: (isAway: boolean) => void;
}): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const connect = (): void => {
      source = new EventSource('/jobs/events');
      source.addEventListener('open', () => {
        latest.current.setAway(false);
        latest.current.reload();
      });
      source.addEventListener('jobs', (event: MessageEvent<string>) =>
        latest.current.onChange(JSON.parse(event.data) as JobsChange),
      );
      source.addEventListener('gap', () => latest.current.reload());
      source.addEventListener('error', () => {
        latest.current.setAway(true);
        // After a response that is no event stream, the browser doesn't reconnect.
        if (source.readyState === EventSource.CLOSED) timer = setTimeout(connect, 3000);
      });
    };
    connect();
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, []);
}
