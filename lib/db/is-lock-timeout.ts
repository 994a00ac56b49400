/**
 * True if a statement ended because it had waited for a lock as long as `lock_timeout` lets it (PostgreSQL's code 55P03), told
 * by the driver or by Drizzle around it.
 */
export function isLockTimeout(error: unknown): boolean {
  return [error, (error as Error).cause].some(
    (fault) => (fault as { code?: string } | undefined)?.code === '55P03',
  );
}
