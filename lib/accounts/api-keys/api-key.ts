import type { apiKeys } from '#drizzle/schema/api-keys';

/** The environment of a key: `live` jobs for money, or `test` jobs in the sandbox. */
export type ApiMode = (typeof apiKeys.$inferSelect)['mode'];

/** The permissions of a key, each including the ones before it: read, submit jobs, everything. */
export type ApiKeyScope = (typeof apiKeys.$inferSelect)['scope'];

export const apiKeyScopes = ['read', 'submit', 'everything'] as const satisfies readonly ApiKeyScope[];

/** True if the scope `held` includes the scope `needed`. */
export function scopeIncludes(held: ApiKeyScope, needed: ApiKeyScope): boolean {
  return apiKeyScopes.indexOf(held) >= apiKeyScopes.indexOf(needed);
}

/** Returns the prefix of keys of this mode. */
export function keyPrefix(mode: ApiMode): string {
  return `lh_${mode}_`;
}
