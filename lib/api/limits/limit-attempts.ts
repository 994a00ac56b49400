import { createHash } from 'node:crypto';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import { attempts } from '#drizzle/schema/attempts';
import { createRecentMap, type RecentMap } from '#lib/api/limits/recent-map';
import type { Db } from '#lib/db/connect';
import { toNetwork } from '#lib/net/client-address';
import { Refusal } from '#lib/refusal';

/*
 * Limits on attempts by strangers that need a secret or send mail. Attempts are counted before they are made, for
 * accounts that exist and for others alike, so that the answer tells nothing and many at once win nothing. They are
 * counted in the database, so that a limit holds over all web servers and their restarts.
 */

const minutes = 60;

interface Limit {
  perAddress: number;
  seconds: number;
  perAccount?: number;
  /** The period of `perAccount`, if it isn't `seconds`. */
  accountSeconds?: number;
  /** For who guesses at one account from one address, where `perAccount` must lock nobody out who comes from another. */
  perPair?: number;
  /** The same once `perAccount` is used up, from wherever: a person has that many attempts all the same. */
  perPairUnderAttack?: number;
  /** For a browser of the account's own, which is counted by itself alone: nobody else can use its attempts up. */
  perDevice?: number;
}

const limits = {
  'sign-in': {
    ...{ perAddress: 60, perAccount: 100, seconds: 15 * minutes },
    ...{ perPair: 10, perPairUnderAttack: 3 },
  },
  'password-check': { perAddress: 60, perAccount: 10, seconds: 15 * minutes },
  // Three of a million codes count at a time: 50 guesses a day hit one in 18 years.
  'second-factor': {
    ...{ perAddress: 60, perPair: 10, perDevice: 10, seconds: 60 * minutes },
    ...{ perAccount: 50, accountSeconds: 24 * 60 * minutes },
  },
  // 79 random bits: no limit of the account's is needed, which could only lock its owner out.
  'recovery-code': { perAddress: 60, perPair: 10, perDevice: 10, seconds: 60 * minutes },
  passkey: { perAddress: 120, perAccount: 120, seconds: 15 * minutes },
  'mail-request': { perAddress: 30, perAccount: 4, seconds: 60 * minutes },
  'sign-up': { perAddress: 20, perAccount: 10, seconds: 60 * minutes },
  'link-use': { perAddress: 60, perAccount: 10, seconds: 15 * minutes },
} as const satisfies Record<string, Limit>;

/** For how long an address that has used its attempts up is refused without asking the database again. */
const refusedForMs = 60_000;
const maxRefused = 50_000;
const refusals = new WeakMap<Db, RecentMap<{ until: number }>>();

/** The kinds of attempts with a limit. */
export type AttemptKind = keyof typeof limits;

/** An attempt: the client's address, and the account or email address it is about. */
export interface Attempt {
  address: string;
  account: string;
  /** The browser, where it is known to be the account's own. */
  device?: string | undefined;
  /** True if the account's owner has used this address before; asked once others have used up the account's attempts. */
  isKnownAddress?: () => Promise<boolean>;
}

/** Counts an attempt. Refuses `too-many-requests` when the address or the account has used its attempts up. */
export async function countAttempt(db: Db, kind: AttemptKind, attempt: Attempt): Promise<void> {
  const { address, account, device, isKnownAddress } = attempt;
  const { perAccount, perPair, perPairUnderAttack = 0, perDevice }: Limit = limits[kind];
  if (device !== undefined && perDevice !== undefined) {
    return void (await consume(limiter(db, kind, 'perDevice'), pairKey(device, account)));
  }
  // The address first: one that is out of attempts must not use up those of accounts.
  await consumeOfAddress(db, kind, addressKey(address));
  const pair = perPair && (await consume(limiter(db, kind, 'perPair'), pairKey(address, account)));
  if (perAccount === undefined) return;
  try {
    await consume(limiter(db, kind, 'perAccount'), accountKey(account));
  } catch (error) {
    if (!pair || !(error instanceof Refusal)) throw error;
    if (pair.consumedPoints <= perPairUnderAttack || (await isKnownAddress?.())) return;
    throw perPairUnderAttack > 0 ? tooMany(pair) : error;
  }
}

/** Takes an attempt back that succeeded: it guessed nothing. The account starts over, from this address where these count. */
export async function forgiveAttempt(
  db: Db,
  kind: AttemptKind,
  { address, account, device }: Attempt,
): Promise<void> {
  const { perAccount, perPair, perDevice }: Limit = limits[kind];
  if (device !== undefined && perDevice !== undefined) {
    return void (await limiter(db, kind, 'perDevice').delete(pairKey(device, account)));
  }
  await limiter(db, kind, 'perAddress').reward(addressKey(address), 1);
  if (perPair === undefined) return void (await limiter(db, kind, 'perAccount').delete(accountKey(account)));
  await limiter(db, kind, 'perPair').delete(pairKey(address, account));
  if (perAccount !== undefined) await limiter(db, kind, 'perAccount').reward(accountKey(account), 1);
}

function addressKey(address: string): string {
  return hash(toNetwork(address));
}

function accountKey(account: string): string {
  return hash(account.trim().toLowerCase());
}

function pairKey(address: string, account: string): string {
  return `${addressKey(address)} ${accountKey(account)}`;
}

/** An account may be a token that is still worth something. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

function limiter(
  db: Db,
  kind: AttemptKind,
  by: 'perAddress' | 'perAccount' | 'perPair' | 'perDevice',
): RateLimiterDrizzle {
  const limit: Limit = limits[kind];
  const { seconds, accountSeconds = seconds } = limit;
  return new RateLimiterDrizzle({
    storeClient: db,
    schema: attempts,
    keyPrefix: `${kind} ${by}`,
    points: limit[by] ?? 0,
    duration: by === 'perAccount' ? accountSeconds : seconds,
    // The sweep removes what has expired.
    clearExpiredByTimeout: false,
  });
}

/** Throws what it threw last, as long as that holds. */
async function consumeOfAddress(db: Db, kind: AttemptKind, key: string): Promise<void> {
  const known = refusals.get(db) ?? createRecentMap({ max: maxRefused, milliseconds: refusedForMs });
  refusals.set(db, known);
  const name = `${kind} ${key}`;
  const refused = known.get(name);
  if (refused !== undefined && refused.until > performance.now()) {
    throw tooMany({ msBeforeNext: refused.until - performance.now() });
  }
  try {
    await consume(limiter(db, kind, 'perAddress'), key);
  } catch (error) {
    if (error instanceof Refusal && error.reason.kind === 'too-many-requests') {
      known.set(name, { until: performance.now() + error.reason.retryAfterSeconds * 1000 });
    }
    throw error;
  }
}

async function consume(limiter: RateLimiterDrizzle, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key);
  } catch (used) {
    throw used instanceof RateLimiterRes ? tooMany(used) : used;
  }
}

function tooMany({ msBeforeNext }: Pick<RateLimiterRes, 'msBeforeNext'>): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new Refusal({ kind: 'too-many-requests', retryAfterSeconds });
}
