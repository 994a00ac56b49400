const key = 'longhand.recent-commands';
const maxCount = 5;

/** The ids of the commands that were lately chosen by name in this browser, the last one first. */
export function readRecent(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Notes that a command was chosen by name. */
export function recordUse(id: string): void {
  try {
    const ids = [id, ...readRecent().filter((recent) => recent !== id)].slice(0, maxCount);
    localStorage.setItem(key, JSON.stringify(ids));
  } catch {
    // A browser may refuse storage: the list then stays in its usual order.
  }
}
