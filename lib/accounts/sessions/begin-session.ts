import { and, desc, eq } from 'drizzle-orm';
import { auditEvents } from '#drizzle/schema/audit-events';
import { sessions } from '#drizzle/schema/sessions';
import { emailSecurityNotice } from '#lib/accounts/email-security-notice';
import { describeDevice } from '#lib/accounts/sessions/describe-device';
import type { SignInMethod } from '#lib/audit/actions';
import { recordEvent } from '#lib/audit/record-events';
import type { Tx } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';
import { env } from '#lib/settings/env';

/** Lifetime of a session from sign-in, regardless of use. */
export const sessionDays = 30;

const maxUserAgentLength = 300;
/** A browser counts as new unless one of this many latest sign-ins came from it. */
const maxCompared = 100;

/** Claims in a session's cookie, valid while a row with this id exists. */
export interface SessionClaims {
  sessionId: string;
}

/** Signs a browser in to the account, with a fresh session id. */
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
  const isNew = await isNewBrowser(tx, { accountId, userAgent });
  await recordEvent(tx, { accountId, action: 'session.created', by, details: { method } });
  if (isNew) await emailSecurityNotice(tx, { accountId, notice: 'signedIn', by });
  return { sessionId };
}

/** True if earlier sign-ins of the account came from other browsers or systems. False for its first sign-in. */
async function isNewBrowser(
  tx: Tx,
  { accountId, userAgent }: { accountId: string; userAgent: string },
): Promise<boolean> {
  if (env().mail === undefined) return false;
  const earlier = await tx
    .select({ userAgent: auditEvents.userAgent })
    .from(auditEvents)
    .where(and(eq(auditEvents.accountId, accountId), eq(auditEvents.action, 'session.created')))
    .orderBy(desc(auditEvents.at))
    .limit(maxCompared);
  const { browser, system } = describeDevice(userAgent);
  const isSame = (text: string | null): boolean => {
    const device = describeDevice(text ?? '');
    return device.browser === browser && device.system === system;
  };
  return earlier.length > 0 && !earlier.some((event) => isSame(event.userAgent));
}
