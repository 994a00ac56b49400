import type { ListedRevision } from './revisions';

/** What of the past stands in place of the text: a version to read, or two, by number, to compare. */
export type Past =
  | { kind: 'version'; revision: ListedRevision }
  | { kind: 'comparison'; before: number; after: number };
