import type { ShownKey } from '#components/account/api-keys';
import { keyPrefix } from '#lib/accounts/api-key';
import type { ListedKey } from '#lib/accounts/list-api-keys';

/** A key as the page of its owner shows it. */
export function showKey({ createdAt, lastUsedAt, expiresAt, ...key }: ListedKey): ShownKey {
  return {
    ...key,
    start: keyPrefix(key.mode),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString(),
    expiresAt: expiresAt?.toISOString(),
    isExpired: expiresAt !== null && expiresAt <= new Date(),
  };
}
