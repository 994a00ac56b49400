import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { toNetwork } from '#lib/net/client-address';
import { Refusal } from '#lib/refusal';

/*
 * How often strangers may try what needs a secret or sends mail. Attempts are counted before they are made, for
 * accounts that exist and for others alike, so that the answer tells nothing and many at once win nothing.
 */

const minutes = 60;

const limits = {
  'sign-in': { perAddress: 60, perAccount: 10, seconds: 15 * minutes },
  'password-check': { perAddress: 60, perAccount: 10, seconds: 15 * minutes },
  'second-factor': { perAddress: 60, perAccount: 10, seconds: 60 * minutes },
  passkey: { perAddress: 120, perAccount: 120, seconds: 15 * minutes },
  'mail-request': { perAddress: 30, perAccount: 4, seconds: 60 * minutes },
  'sign-up': { perAddress: 20, perAccount: 10, seconds: 60 * minutes },
  'link-use': { perAddress: 60, perAccount: 10, seconds: 15 * minutes },
} as const;

/** What is tried. */
export type AttemptKind = keyof typeof limits;

/** Who tries: the client's address, and the account or email address it is about. */
export interface Attempt {
  address: string;
  account: string;
}

// Next bundles each route on its own: the limiters of the process are kept on globalThis.
const holder = globalThis as { longhandAttempts?: Map<string, RateLimiterMemory> };

/** Counts an attempt. Refuses `too-many-requests` when the address or the account has used its attempts up. */
export async function countAttempt(kind: AttemptKind, { address, account }: Attempt): Promise<void> {
  // The address first: one that is out of attempts must not use up those of accounts.
  await consume(limiter(kind, 'perAddress'), toNetwork(address));
  await consume(limiter(kind, 'perAccount'), accountKey(account));
}

/** Takes an attempt back that succeeded: it guessed nothing. The account starts anew. */
export async function forgiveAttempt(kind: AttemptKind, { address, account }: Attempt): Promise<void> {
  await limiter(kind, 'perAddress').reward(toNetwork(address), 1);
  await limiter(kind, 'perAccount').delete(accountKey(account));
}

function accountKey(account: string): string {
  return account.trim().toLowerCase();
}

function limiter(kind: AttemptKind, by: 'perAddress' | 'perAccount'): RateLimiterMemory {
  holder.longhandAttempts ??= new Map();
  const key = `${kind} ${by}`;
  const made =
    holder.longhandAttempts.get(key) ??
    new RateLimiterMemory({ points: limits[kind][by], duration: limits[kind].seconds });
  holder.longhandAttempts.set(key, made);
  return made;
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (used) {
    if (!(used instanceof RateLimiterRes)) throw used;
    const retryAfterSeconds = Math.max(1, Math.ceil(used.msBeforeNext / 1000));
    throw new Refusal({ kind: 'too-many-requests', retryAfterSeconds });
  }
}
