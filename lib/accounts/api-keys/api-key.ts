import type { apiKeys } from '#drizzle/schema/api-keys';

/** What a key works on: `live` jobs for money, or `test` jobs in the sandbox. */
export type ApiMode = (typeof apiKeys.$inferSelect)['mode'];

/** What a key may do, each including the ones before it: read, submit jobs, everything. */
export type ApiKeyScope = (typeof apiKeys.$inferSelect)['scope'];

/** The scopes, each including the ones before it. */
export const apiKeyScopes = ['read', 'submit', 'everything'] as const satisfies readonly ApiKeyScope[];

/** Whether a key with the scope `held` may do what needs the scope `needed`. */
export function scopeIncludes(held: ApiKeyScope, needed: ApiKeyScope): boolean {
  return apiKeyScopes.indexOf(held) >= apiKeyScopes.indexOf(needed);
}

/** What the keys of this mode begin with. */
export function keyPrefix(mode: ApiMode): string {
  return `lh_${mode}_`;
}
