import { sessions } from '#drizzle/schema/sessions';
import type { SignInMethod } from '#lib/audit/actions';
import { recordEvent } from '#lib/audit/record-events';
import type { Tx } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';

/** Lifetime of a session from signing in, however much it is used. */
export const sessionDays = 30;

const maxUserAgentLength = 300;

/** Claims in a session's cookie, valid while a row with this id exists. */
export interface SessionClaims {
  sessionId: string;
}

/** Signs a browser in to the account, with a session id that nobody has known before. */
export async function beginSession(
  tx: Tx,
  {
    accountId,
    userAgent,
    address,
    method,
  }: { accountId: string; userAgent: string; address?: string | undefined; method: SignInMethod },
): Promise<SessionClaims> {
  const sessionId = newId();
  await tx
    .insert(sessions)
    .values({ id: sessionId, accountId, userAgent: userAgent.slice(0, maxUserAgentLength) });
  const by = { kind: 'account', id: accountId, address: address ?? null, userAgent } as const;
  await recordEvent(tx, { accountId, action: 'session.created', by, details: { method } });
  return { sessionId };
}
