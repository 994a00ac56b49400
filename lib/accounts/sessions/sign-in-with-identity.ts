import { and, eq } from 'drizzle-orm';
import { identities } from '#drizzle/schema/identities';
import { beginSession, type SessionClaims } from '#lib/accounts/sessions/begin-session';
import { lookUpAccount } from '#lib/accounts/find-account';
import { insertAccount, parseEmail, type Creation } from '#lib/accounts/insert-account';
import type { Db, Tx } from '#lib/db/connect';

/** A person's claims from an OpenID Connect provider. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string | undefined;
  /** True if the provider has verified the email address. */
  emailVerified: boolean;
}

/** Why a sign-in was refused. */
export type IdentityRefusal = 'email-unverified' | 'email-unconfirmed' | 'no-account';

/** Begins a session for a provider's identity: its confirmed email's account, or a new one if sign-up is `open`. */
export async function signInWithIdentity(
  db: Db,
  identity: Identity,
  {
    signUp,
    userAgent,
    address,
    ...creation
  }: { signUp: 'open' | 'invite' | 'closed'; userAgent: string; address?: string } & Creation,
): Promise<SessionClaims | IdentityRefusal> {
  return db.transaction(async (tx) => {
    const known = await findIdentity(tx, identity);
    const session = { userAgent, address, method: 'provider' } as const;
    if (known !== undefined) return beginSession(tx, { accountId: known, ...session });
    const { issuer, subject, email, emailVerified } = identity;
    if (email === undefined || !emailVerified) return 'email-unverified';
    const account = await lookUpAccount(tx, { email });
    // Another person may have created the account with this address, and would share it from now on.
    if (account?.emailConfirmed === false) return 'email-unconfirmed';
    if (account === undefined && signUp !== 'open') return 'no-account';
    const accountId =
      account?.id ??
      (await insertAccount(
        tx,
        { email: parseEmail(email), emailConfirmed: true, passwordHash: null, balanceCents: 0 },
        creation,
      ));
    await tx.insert(identities).values({ issuer, subject, accountId });
    return beginSession(tx, { accountId, ...session });
  });
}

async function findIdentity(tx: Tx, { issuer, subject }: Identity): Promise<string | undefined> {
  const [found] = await tx
    .select({ accountId: identities.accountId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return found?.accountId;
}
