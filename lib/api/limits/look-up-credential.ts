import { createHash } from 'node:crypto';
import { createRecentMap, type RecentMap } from '#lib/api/limits/recent-map';
import { countCredentialLookedUp } from '#lib/metrics/metrics';
import { createFairQueue, QueueBusy, type FairQueue } from '#lib/fair-queue';
import { toNetwork } from '#lib/net/client-address';
import { Refusal } from '#lib/refusal';
import { perProcess } from '#lib/per-process';

/*
 * Anyone can make up keys and links. Unknown credentials, and their number per network, are remembered in memory, so
 * that a refused request needs no query. Strangers share a few of the database connections, never all. Recently found
 * credentials are looked up directly, regardless of other requests from their network.
 */

const knownForMs = 10 * 60_000;
/** Long enough that repeating one key costs nothing; short enough that nobody notices. */
const unknownForMs = 5000;
const maxRemembered = 50_000;

/** Maximum of unknown keys and links per network and minute. */
export const maxMissesPerMinute = 300;
const missesForMs = 60_000;

/** Connections for strangers, of the pool's ten. */
const strangersAtOnce = 3;
const maxWaitMs = 10_000;
const maxWaiting = 1000;
const retryAfterBusySeconds = 1;

/** The credential of a request. `secret` is the credential itself, or its hash. */
export interface Credential {
  /** `cookie` is a session's cookie as sent, `session` its content, which is sealed and can't be made up. */
  kind: 'key' | 'link' | 'session' | 'cookie';
  secret: string;
}

/** The owner of a key: enough to count a request before looking the key up. */
export interface KnownOwner {
  id: string;
  accountId: string;
}

/** `hasLapsed`: a link that no longer works, but may again, such as when its transcript is restored from the trash. */
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

const open = (): LookUps =>
  perProcess('longhandLookUps', () => ({
    known: createRecentMap({ max: maxRemembered, milliseconds: knownForMs }),
    unknown: createRecentMap({ max: maxRemembered, milliseconds: unknownForMs }),
    misses: createRecentMap({ max: maxRemembered, milliseconds: missesForMs }),
    strangers: createFairQueue({ slots: strangersAtOnce, maxWaitMs, maxWaiting }),
  }));

/**
 * Looks up a credential with `find`; undefined if there is none, which is cached for seconds. Refuses
 * `too-many-requests` if the network of this address asked for too many unknown ones, and `service-unavailable` if too
 * many strangers wait. Remembers the `owner` of a found credential.
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
  // Counted until found, otherwise many concurrent requests would all query.
  const counted = misses.get(network) ?? { count: 0 };
  if (counted.count === 0) misses.set(network, counted);
  counted.count += 1;
  const looked = await waitingInTurn(strangers, network, async () => {
    // An earlier request for the same credential may have found nothing.
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

/** Returns the seconds until a network may ask for another unknown credential; undefined if it needn't wait. */
export function findWait(network: string): number | undefined {
  const { misses } = open();
  if ((misses.get(network)?.count ?? 0) < maxMissesPerMinute) return undefined;
  return Math.max(1, Math.ceil(misses.millisecondsLeft(network) / 1000));
}

/** Remembers a credential that was found otherwise. */
export function noteKnown(credential: Credential): void {
  open().known.set(toId(credential), { hasLapsed: false });
}

/** True if a credential was found in the last ten minutes. */
export function isKnown(credential: Credential): boolean {
  return open().known.get(toId(credential))?.hasLapsed === false;
}

/** Returns the owner of a key found in the last ten minutes; undefined for any other key. */
export function findKnownOwner(credential: Credential): KnownOwner | undefined {
  return open().known.get(toId(credential))?.owner;
}

function toId({ kind, secret }: Credential): string {
  return `${kind} ${createHash('sha256').update(secret).digest('base64url').slice(0, 22)}`;
}

/** Forgets everything, like a new process. */
export function forgetCredentials(): void {
  Reflect.deleteProperty(globalThis, 'longhandLookUps');
}
