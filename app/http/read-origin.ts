import { headers } from 'next/headers';
import { readClientAddress } from '#app/http/client-address';
import type { Actor, Origin } from '#lib/audit/actor';

/** From where the request under way came. */
export async function readOrigin(): Promise<{ address: string; userAgent: string }> {
  const request = await headers();
  return { address: readClientAddress(request), userAgent: request.get('user-agent') ?? '' };
}

/** The owner of the account that is signed in, for the audit log. */
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
