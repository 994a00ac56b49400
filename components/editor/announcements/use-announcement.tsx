import { useCallback, useState, type ReactNode } from 'react';

/** What a screen reader is to say, for the live region; the same text is said again when it is announced again. */
export function useAnnouncement(): { announcement: ReactNode; announce: (text: string) => void } {
  const [current, setCurrent] = useState({ text: '', number: 0 });
  const announce = useCallback(
    (text: string) => setCurrent(({ number }) => ({ text, number: number + 1 })),
    [],
  );
  return { announcement: <span key={current.number}>{current.text}</span>, announce };
}
