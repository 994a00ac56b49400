import type { ApiKeyView } from '#components/account/api-keys/api-keys';
import { keyPrefix } from '#lib/accounts/api-keys/api-key';
import type { ListedKey } from '#lib/accounts/api-keys/list-api-keys';

/** A key as the page of its owner shows it. */
export function presentApiKey({ createdAt, lastUsedAt, expiresAt, ...key }: ListedKey): ApiKeyView {
  return {
    ...key,
    start: keyPrefix(key.mode),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString(),
    expiresAt: expiresAt?.toISOString(),
    isExpired: expiresAt !== null && expiresAt <= new Date(),
  };
}
