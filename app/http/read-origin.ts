import { headers } from 'next/headers';
import { readClientAddress } from '#app/http/client-address';
import type { Actor, Origin } from '#lib/audit/actor';

/** The origin of the current request. */
export async function readOrigin(): Promise<{ address: string; userAgent: string }> {
  const request = await headers();
  return { address: readClientAddress(request), userAgent: request.get('user-agent') ?? '' };
}

/** The signed-in account's owner, for the audit log. */
export function toActor(
  { accountId, email }: { accountId: string; email: string },
  { address, userAgent }: Origin,
): Actor {
  return {
    kind: 'account',
    id: accountId,
    name: email,
    address: address ?? null,
    userAgent: userAgent ?? null,
  };
}
