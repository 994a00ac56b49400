'use client';

import { useEffect, useState } from 'react';

/** Counts down `seconds` from when `source` arrived. Undefined when over or unknown. */
export function useCountdown(source: object, seconds: number | undefined): number | undefined {
  const [passed, setPassed] = useState({ source, seconds: 0 });
  useEffect(() => {
    if (seconds === undefined) return;
    const startedMs = performance.now();
    const timer = setInterval(
      () => setPassed({ source, seconds: Math.floor((performance.now() - startedMs) / 1000) }),
      1000,
    );
    return () => clearInterval(timer);
  }, [source, seconds]);
  return getLeft(seconds, passed.source === source ? passed.seconds : 0);
}

/** The seconds left; undefined if none are. */
export function getLeft(seconds: number | undefined, passedSeconds: number): number | undefined {
  if (seconds === undefined || passedSeconds >= seconds) return undefined;
  return seconds - passedSeconds;
}
