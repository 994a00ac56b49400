import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { passkeyChallenges } from '#drizzle/schema/passkeys';
import { hashToken, newToken } from '#lib/ids/link-token';
import type { Db } from '#lib/db/connect';

/** Lifetime of a challenge. */
export const challengeSeconds = 300;

/** Stores a challenge for one browser; returns the token that the browser sends with its response. */
export async function storeChallenge(
  db: Db,
  { challenge, accountId }: { challenge: string; accountId: string | null },
): Promise<string> {
  const token = newToken();
  const validUntil = new Date(Date.now() + challengeSeconds * 1000);
  await db.insert(passkeyChallenges).values({ sha256: hashToken(token), challenge, accountId, validUntil });
  return token;
}

/** Uses up the challenge of the browser with this token; undefined without one, for another account, or if expired. */
export async function takeChallenge(
  db: Db,
  { token, accountId }: { token: string; accountId: string | null },
): Promise<string | undefined> {
  const [taken] = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.sha256, hashToken(token)),
        accountId === null ? isNull(passkeyChallenges.accountId) : eq(passkeyChallenges.accountId, accountId),
        gt(passkeyChallenges.validUntil, sql`now()`),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return taken?.challenge;
}
