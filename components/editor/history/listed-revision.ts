import type { ChangeFact } from '#lib/transcript/summary/summarize-change';

/** A version in the transcript's history, as the server sends it. Number 0 is the original. */
export interface ListedRevision {
  number: number;
  /** ISO 8601; null if unknown. */
  at: string | null;
  author: { kind: 'owner' | 'guest' | 'machine'; name: string };
  name?: string;
  restoredFrom?: number;
  monologuesChanged: number;
  /** The changes; omitted if unknown. */
  summary?: ChangeFact[];
}
