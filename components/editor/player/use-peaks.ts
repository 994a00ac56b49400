import { useEffect, useState } from 'react';
import { useRoom } from '../edit-room';
import { readPeaks, type Peaks } from './read-peaks';

/** The recording's peaks, fetched once they are wanted and the page has nothing better to do; undefined until then. */
export function usePeaks(isWanted: boolean): Peaks | undefined {
  const { door } = useRoom();
  const [peaks, setPeaks] = useState<Peaks>();
  useEffect(() => {
    if (!isWanted || peaks !== undefined) return;
    const leaving = new AbortController();
    const load = async (): Promise<void> => {
      const answer = await fetch(`${door.address}/peaks`, { signal: leaving.signal });
      if (answer.ok) setPeaks(readPeaks(await answer.arrayBuffer()));
    };
    // Without peaks the line stands in.
    const timer = setTimeout(() => void load().catch(() => {}), 200);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [isWanted, peaks, door.address]);
  return peaks;
}
