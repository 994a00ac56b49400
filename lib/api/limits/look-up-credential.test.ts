import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
  findKnownOwner,
  findWait,
  forgetCredentials,
  lookUpCredential,
  maxMissesPerMinute,
  type Credential,
} from '#lib/api/limits/look-up-credential';
import { Refusal } from '#lib/refusal';

beforeEach(forgetCredentials);

const owner = { id: 'k', accountId: 'a' };
let asked = 0;
const absent = async (): Promise<undefined> => void (asked += 1);
const present = async () => {
  asked += 1;
  return owner;
};

/** What comes of a look-up, and how many questions it took. */
async function look(
  credential: Partial<Credential> & { address?: string },
  find: () => Promise<typeof owner | undefined> = absent,
): Promise<[outcome: string, questions: number]> {
  const before = asked;
  const given = { kind: 'key', secret: 'x', address: '192.0.2.1', ...credential } as const;
  const outcome = await lookUpCredential(given, find, (found) => found).then(
    (found) => (found === undefined ? 'absent' : 'found'),
    (error: unknown) => (error instanceof Refusal ? error.reason.kind : String(error)),
  );
  return [outcome, asked - before];
}

async function useUp(address: string): Promise<void> {
  const all = Array.from({ length: 10_000 }, (_, n) => look({ secret: `forged ${n}`, address }));
  const outcomes = (await Promise.all(all)).map(([outcome]) => outcome);
  assert.equal(outcomes.filter((outcome) => outcome === 'absent').length, maxMissesPerMinute);
}

test('10,000 forged keys of one network cost the database 300 questions, and one key one', async () => {
  const before = asked;
  await useUp('192.0.2.1');
  assert.equal(asked - before, maxMissesPerMinute);
  assert.deepEqual(await look({ secret: 'another' }), ['too-many-requests', 0]);
  assert.deepEqual(await look({ secret: 'forged 1' }), ['absent', 0]);
  assert.ok((findWait('192.0.2.1') ?? 0) > 50);
  const same = await Promise.all(
    Array.from({ length: 100 }, () => look({ secret: 'y', address: '192.0.2.2' })),
  );
  assert.ok(same.every(([outcome]) => outcome === 'absent'));
  assert.equal(asked - before, maxMissesPerMinute + 1);
});

test('IPv6 is counted by its networks of 64 bits, and other networks are not touched', async () => {
  await useUp('2001:db8::1');
  assert.deepEqual(await look({ secret: 'z', address: '2001:db8::2' }), ['too-many-requests', 0]);
  assert.deepEqual(await look({ secret: 'z', address: '2001:db8:0:1::2' }), ['absent', 1]);
});

test('a key that was found lately is looked up, whatever else its network asks for', async () => {
  assert.equal(findKnownOwner({ kind: 'key', secret: 'real' }), undefined);
  assert.deepEqual(await look({ secret: 'real' }, present), ['found', 1]);
  assert.deepEqual(findKnownOwner({ kind: 'key', secret: 'real' }), owner);
  await useUp('192.0.2.1');
  assert.deepEqual(await look({ secret: 'real' }, present), ['found', 1]);
});

test('keys that are found use nothing up, however many they are', async () => {
  for (let n = 0; n < maxMissesPerMinute + 10; n += 1) {
    assert.deepEqual(await look({ secret: `real ${n}` }, present), ['found', 1]);
  }
});

test('a link that lapsed is asked for again each time, as it may work again, and counts', async () => {
  const link = { kind: 'link', secret: 'link' } as const;
  assert.deepEqual(await look(link, present), ['found', 1]);
  assert.deepEqual(await look(link), ['absent', 1]);
  assert.deepEqual(await look(link), ['absent', 1]);
  assert.deepEqual(await look(link, present), ['found', 1]);
  for (let n = 0; n < maxMissesPerMinute; n += 1) await look(link);
  assert.deepEqual(await look(link), ['too-many-requests', 0]);
});

test('a session that has ended is asked for once in some seconds, and costs its network nothing', async () => {
  const session = { kind: 'session', secret: 'ended' } as const;
  assert.deepEqual(await look(session), ['absent', 1]);
  assert.deepEqual(await look(session), ['absent', 0]);
  await useUp('192.0.2.1');
  assert.deepEqual(await look({ ...session, secret: 'open' }, present), ['found', 1]);
});

test('strangers have three questions at once, one for each network', async () => {
  let [atOnce, most] = [0, 0];
  const slow = async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => void setImmediate(resolve));
    atOnce -= 1;
    return undefined;
  };
  await Promise.all(
    Array.from({ length: 60 }, (_, n) => look({ secret: `s${n}`, address: `192.0.2.${n % 6}` }, slow)),
  );
  assert.equal(most, 3);
});
