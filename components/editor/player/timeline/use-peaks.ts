import { useEffect, useState } from 'react';
import { useEditorServices } from '#components/editor/context.ts';
import { readPeaks, type Peaks } from './read-peaks';

/** The recording's peaks, fetched once they are wanted and the page has nothing better to do; undefined until then. */
export function usePeaks(isWanted: boolean): Peaks | undefined {
  const { api } = useEditorServices();
  const [peaks, setPeaks] = useState<Peaks>();
  useEffect(() => {
    if (!isWanted || peaks !== undefined) return;
    const leaving = new AbortController();
    const load = async (): Promise<void> => {
      const response = await api.request('peaks', { signal: leaving.signal });
      if ('value' in response) setPeaks(readPeaks(await response.value.arrayBuffer()));
    };
    // Without peaks the line stands in.
    const timer = setTimeout(() => void load().catch(() => {}), 200);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [isWanted, peaks, api]);
  return peaks;
}
