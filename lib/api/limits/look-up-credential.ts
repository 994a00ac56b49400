import { createHash } from 'node:crypto';
import { createRecentMap, type RecentMap } from '#lib/api/limits/recent-map';
import { countCredentialLookedUp } from '#lib/metrics/metrics';
import { createFairQueue, QueueBusy, type FairQueue } from '#lib/fair-queue';
import { toNetwork } from '#lib/net/client-address';
import { Refusal } from '#lib/refusal';

/*
 * Anyone can make up keys and links. What was asked for and isn't there, and how often a network has asked for such, is known in
 * memory, so that a refused request asks the database for nothing; and those who are not known have a few of its
 * connections, never all. What was found lately is looked up as before, whatever else comes from its network.
 */

const knownForMs = 10 * 60_000;
/** Longer than nothing, so that one key asked for again and again costs nothing; no longer than a person notices. */
const unknownForMs = 5000;
const maxRemembered = 50_000;

/** The most unknown keys and links that a network may ask for in a minute. */
export const maxMissesPerMinute = 300;
const missesForMs = 60_000;

/** Of the ten connections of the pool, those that strangers have. */
const strangersAtOnce = 3;
const maxWaitMs = 10_000;
const maxWaiting = 1000;
const retryAfterBusySeconds = 1;

/** The credential of a request. `secret` is the credential itself, or its hash. */
export interface Credential {
  /** `cookie` is that of a session as it was sent, `session` what is in it: sealed, so nobody makes one up. */
  kind: 'key' | 'link' | 'session' | 'cookie';
  secret: string;
}

/** Whose key it is: enough to count a request before the key is looked up. */
export interface KnownOwner {
  id: string;
  accountId: string;
}

/** `hasLapsed`: a link was found, and then no more; it may work again, as when its transcript comes back from the trash. */
interface Known {
  owner?: KnownOwner | undefined;
  hasLapsed: boolean;
}

interface LookUps {
  known: RecentMap<Known>;
  unknown: RecentMap<true>;
  misses: RecentMap<{ count: number }>;
  strangers: FairQueue;
}

// Next bundles each route on its own: what a process knows is kept on globalThis.
const holder = globalThis as { longhandLookUps?: LookUps };

function open(): LookUps {
  return (holder.longhandLookUps ??= {
    known: createRecentMap({ max: maxRemembered, milliseconds: knownForMs }),
    unknown: createRecentMap({ max: maxRemembered, milliseconds: unknownForMs }),
    misses: createRecentMap({ max: maxRemembered, milliseconds: missesForMs }),
    strangers: createFairQueue({ slots: strangersAtOnce, maxWaitMs, maxWaiting }),
  });
}

/**
 * Looks a credential up with `find`; undefined where there is none, also for some seconds without asking. Refuses
 * `too-many-requests` where the network of this address has asked for too many that aren't there, and `service-unavailable`
 * where too many strangers wait. `owner` is noted of what was found.
 */
export async function lookUpCredential<Found>(
  { address, ...credential }: Credential & { address: string },
  find: () => Promise<Found | undefined>,
  owner: (found: Found) => KnownOwner | undefined = () => undefined,
): Promise<Found | undefined> {
  const lookUps = open();
  const id = toId(credential);
  const network = toNetwork(address);
  if (lookUps.known.get(id)?.hasLapsed === false || credential.kind === 'session') {
    if (lookUps.unknown.get(id)) return undefined;
    return noted(lookUps, id, await find(), owner);
  }
  return asStranger(lookUps, { id, network }, find, owner);
}

async function asStranger<Found>(
  lookUps: LookUps,
  { id, network }: { id: string; network: string },
  find: () => Promise<Found | undefined>,
  owner: (found: Found) => KnownOwner | undefined,
): Promise<Found | undefined> {
  const { misses, unknown, strangers } = lookUps;
  if (unknown.get(id)) return undefined;
  const retryAfterSeconds = findWait(network);
  if (retryAfterSeconds !== undefined) throw new Refusal({ kind: 'too-many-requests', retryAfterSeconds });
  // Until it is found, it counts: many at once would all be asked for otherwise.
  const counted = misses.get(network) ?? { count: 0 };
  if (counted.count === 0) misses.set(network, counted);
  counted.count += 1;
  const looked = await waitingInTurn(strangers, network, async () => {
    // Of many that ask for the same, the first one has looked.
    return unknown.get(id) ? undefined : noted(lookUps, id, await find(), owner);
  });
  if (looked !== undefined) counted.count -= 1;
  return looked;
}

async function waitingInTurn<Result>(
  strangers: FairQueue,
  network: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await strangers.run(network, work);
  } catch (error) {
    if (!(error instanceof QueueBusy)) throw error;
    throw new Refusal({ kind: 'service-unavailable', retryAfterSeconds: retryAfterBusySeconds });
  }
}

function noted<Found>(
  { known, unknown }: LookUps,
  id: string,
  found: Found | undefined,
  owner: (found: Found) => KnownOwner | undefined,
): Found | undefined {
  countCredentialLookedUp(found === undefined ? 'missing' : 'found');
  if (found !== undefined) {
    known.set(id, { owner: owner(found), hasLapsed: false });
  } else if (id.startsWith('link ') && known.get(id) !== undefined) {
    known.set(id, { owner: undefined, hasLapsed: true });
  } else {
    known.delete(id);
    unknown.set(id, true);
  }
  return found;
}

/** Seconds until a network may ask for another unknown credential; undefined if it needn't wait. */
export function findWait(network: string): number | undefined {
  const { misses } = open();
  if ((misses.get(network)?.count ?? 0) < maxMissesPerMinute) return undefined;
  return Math.max(1, Math.ceil(misses.millisecondsLeft(network) / 1000));
}

/** Notes a credential that was found otherwise. */
export function noteKnown(credential: Credential): void {
  open().known.set(toId(credential), { hasLapsed: false });
}

/** True if a credential was found in the last minutes. */
export function isKnown(credential: Credential): boolean {
  return open().known.get(toId(credential))?.hasLapsed === false;
}

/** Whose a key is that was found in the last minutes; undefined for every other. */
export function findKnownOwner(credential: Credential): KnownOwner | undefined {
  return open().known.get(toId(credential))?.owner;
}

function toId({ kind, secret }: Credential): string {
  return `${kind} ${createHash('sha256').update(secret).digest('base64url').slice(0, 22)}`;
}

/** Forgets everything, as a process that has just begun. */
export function forgetCredentials(): void {
  delete holder.longhandLookUps;
}
