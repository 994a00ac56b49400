import { createHash } from 'node:crypto';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import { attempts } from '#drizzle/schema/attempts';
import { createRecentMap, type RecentMap } from '#lib/api/limits/recent-map';
import type { Db } from '#lib/db/connect';
import { toNetwork } from '#lib/net/client-address';
import { Refusal } from '#lib/refusal';

/*
 * Limits attempts by strangers that need a secret or send email. Attempts are counted before they are made, also for
 * unknown accounts, so that responses reveal nothing and concurrency gains nothing. They are counted in the database,
 * so that limits apply across all web servers and restarts.
 */

const minutes = 60;

interface Limit {
  perAddress: number;
  seconds: number;
  perAccount?: number;
  /** The period of `perAccount`, if different from `seconds`. */
  accountSeconds?: number;
  /** Limits guesses at one account from one address, so that `perAccount` doesn't lock out its owner elsewhere. */
  perPair?: number;
  /** Limit of a pair that still applies once `perAccount` is used up, so that its owner can sign in. */
  perPairUnderAttack?: number;
  /** Limit of one of the account's own browsers, counted separately so that nobody else can use it up. */
  perDevice?: number;
}

const limits = {
  'sign-in': {
    ...{ perAddress: 60, perAccount: 100, seconds: 15 * minutes },
    ...{ perPair: 10, perPairUnderAttack: 3 },
  },
  'password-check': { perAddress: 60, perAccount: 10, seconds: 15 * minutes },
  // Three of a million codes are valid at a time: 50 guesses a day hit one in 18 years.
  'second-factor': {
    ...{ perAddress: 60, perPair: 10, perDevice: 10, seconds: 60 * minutes },
    ...{ perAccount: 50, accountSeconds: 24 * 60 * minutes },
  },
  // 79 random bits need no limit per account, which could only lock out its owner.
  'recovery-code': { perAddress: 60, perPair: 10, perDevice: 10, seconds: 60 * minutes },
  passkey: { perAddress: 120, perAccount: 120, seconds: 15 * minutes },
  'mail-request': { perAddress: 30, perAccount: 4, seconds: 60 * minutes },
  'sign-up': { perAddress: 20, perAccount: 10, seconds: 60 * minutes },
  'link-use': { perAddress: 60, perAccount: 10, seconds: 15 * minutes },
} as const satisfies Record<string, Limit>;

/** An address without attempts left is refused this long without asking the database again. */
const refusedForMs = 60_000;
const maxRefused = 50_000;
const refusals = new WeakMap<Db, RecentMap<{ until: number }>>();

/** The kinds of attempts with a limit. */
export type AttemptKind = keyof typeof limits;

/** An attempt: the client's address, and the account or email address that it targets. */
export interface Attempt {
  address: string;
  account: string;
  /** The browser, if it is known to be the account's own. */
  device?: string | undefined;
  /** True if the account's owner has used this address before; called once the account's attempts are used up. */
  isKnownAddress?: () => Promise<boolean>;
}

/** Counts an attempt. Refuses `too-many-requests` if the address or the account has no attempts left. */
export async function countAttempt(db: Db, kind: AttemptKind, attempt: Attempt): Promise<void> {
  const { address, account, device, isKnownAddress } = attempt;
  const { perAccount, perPair, perPairUnderAttack = 0, perDevice }: Limit = limits[kind];
  if (device !== undefined && perDevice !== undefined) {
    return void (await consume(limiter(db, kind, 'perDevice'), pairKey(device, account)));
  }
  // The address first: without attempts left, it must not use up those of accounts.
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

/** Uncounts a successful attempt, and resets the count of the account, or of the pair if pairs are counted. */
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

/** An account may be a token that is still valid. */
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
    // The sweep deletes expired rows.
    clearExpiredByTimeout: false,
  });
}

/** Repeats the last refusal while it is valid. */
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
