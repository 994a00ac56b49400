import type { ListedRevision } from './listed-revision';

/** One person's consecutive saves, newest first. */
export interface Session {
  newest: ListedRevision;
  earlier: ListedRevision[];
}

/** One day's sessions, newest first. `at` is a time on that day. */
export interface Day {
  at: string;
  sessions: Session[];
}

const pauseMs = 30 * 60_000;

/** Groups the history by day and session: one author's saves less than 30 minutes apart. The original has no day. */
export function groupRevisions(
  revisions: readonly ListedRevision[],
  getDay: (at: string) => string,
): { days: Day[]; machine: ListedRevision | undefined } {
  const days: Day[] = [];
  let last: { at: string; revision: ListedRevision } | undefined;
  for (const revision of revisions) {
    const { at, number } = revision;
    if (at === null || number === 0) continue;
    const day = days.at(-1);
    const session = day?.sessions.at(-1);
    if (!day || !last || getDay(last.at) !== getDay(at)) {
      days.push({ at, sessions: [{ newest: revision, earlier: [] }] });
    } else if (session && isSameSession(last.revision, revision, Date.parse(last.at) - Date.parse(at))) {
      session.earlier.push(revision);
    } else day.sessions.push({ newest: revision, earlier: [] });
    last = { at, revision };
  }
  return { days, machine: revisions.find(({ number }) => number === 0) };
}

function isSameSession(later: ListedRevision, earlier: ListedRevision, betweenMs: number): boolean {
  if (later.restoredFrom !== undefined || earlier.restoredFrom !== undefined) return false;
  const [one, other] = [later.author, earlier.author];
  return one.kind === other.kind && one.name === other.name && betweenMs < pauseMs;
}
