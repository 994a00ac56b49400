import type { ChangeFact } from '#lib/transcript/summary/summarize-change';

/** A line of the transcript's history, as the server sends it; number 0 is the original. */
export interface ListedRevision {
  number: number;
  /** ISO 8601; null where it is not known. */
  at: string | null;
  author: { kind: 'owner' | 'guest' | 'machine'; name: string };
  name?: string;
  restoredFrom?: number;
  monologuesChanged: number;
  /** The changes; omitted if unknown. */
  summary?: ChangeFact[];
}
