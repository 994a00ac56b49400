import type { ListedRevision } from './listed-revision';

/** What of the past stands in place of the text: a version to read, or two, by number, to compare. */
export type OpenVersion =
  | { kind: 'version'; revision: ListedRevision }
  | { kind: 'comparison'; before: number; after: number };
