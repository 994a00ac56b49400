'use client';

import { useEffect, useRef } from 'react';
import type { JobsChange } from './jobs-query';

/** The state of the server's event stream; `lost` while it reconnects. */
export type JobsConnection = 'open' | 'lost' | 'signed-out';

const retryMs = 3000;

/** Subscribes to the server's events while the page is open. Reloads everything when events may have been missed. */
export function useJobEvents(handlers: {
  onChange: (change: JobsChange) => void;
  reload: () => void;
  setConnection: (connection: JobsConnection) => void;
}): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isSignedOut = false;
    let hasLeft = false;
    const stop = (): void => {
      source.close();
      isSignedOut = true;
      latest.current.setConnection('signed-out');
    };
    const retry = async (): Promise<void> => {
      const isRefused = await hasSessionEnded();
      if (hasLeft) return;
      if (isRefused) return stop();
      latest.current.setConnection('lost');
      timer = setTimeout(connect, retryMs);
    };
    const connect = (): void => {
      source = new EventSource('/jobs/events');
      source.addEventListener('open', () => {
        latest.current.setConnection('open');
        latest.current.reload();
      });
      source.addEventListener('jobs', (event: MessageEvent<string>) =>
        latest.current.onChange(JSON.parse(event.data) as JobsChange),
      );
      source.addEventListener('gap', () => latest.current.reload());
      source.addEventListener('ended', stop);
      source.addEventListener('error', () => {
        // After a response that isn't an event stream, the browser doesn't reconnect.
        if (source.readyState === EventSource.CLOSED) void retry();
        else latest.current.setConnection('lost');
      });
    };
    // The user may have signed in or out in another tab.
    const wake = (): void => {
      if (!isSignedOut) return;
      isSignedOut = false;
      connect();
    };
    window.addEventListener('focus', wake);
    connect();
    return () => {
      hasLeft = true;
      window.removeEventListener('focus', wake);
      clearTimeout(timer);
      source.close();
    };
  }, []);
}

/** An EventSource doesn't report why it was refused. */
async function hasSessionEnded(): Promise<boolean> {
  try {
    return (await fetch('/jobs/list?limit=1')).status === 401;
  } catch {
    return false;
  }
}
