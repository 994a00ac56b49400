import assert from 'node:assert/strict';
import { sql } from 'drizzle-orm';
import { pendingLinks } from '#drizzle/schema/pending-links';
import { makeAccount } from '#e2e/support/make-account';
import { sharedDatabase } from '#e2e/support/shared-database';
import { testWith } from '#e2e/support/with-settings';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';
import { forgetExpired } from '#lib/jobs/retention/forget-expired';
import { addLink, isLinkId, listLinks, removeLink, saveLinkOptions } from '#lib/uploads/pending-links';

const test = testWith(() => ({ allowPrivateNetworks: [], allowPorts: [] }));

const url = 'https://media.example/talk.wav?signature=s';
const options = '{"language":"de"}';

/** Reads the account's only link. */
async function readOnly(db: Db, accountId: string) {
  const [link, ...others] = await listLinks(db, { accountId });
  assert.ok(link);
  assert.deepEqual(others, []);
  return link;
}

test('a link waits with its options, is changed and removed by its account alone, and is no upload', () =>
  withTestTransaction(async (db) => {
    const [accountId, stranger] = [await makeAccount(db), await makeAccount(db)];
    await addLink(db, { accountId, url, options });
    const { linkId, ...link } = await readOnly(db, accountId);
    assert.ok(isLinkId(linkId) && !isLinkId(newId()));
    assert.deepEqual([link.url, link.options], [url, options]);
    await saveLinkOptions(db, { accountId: stranger, linkId, options: '{}' });
    await removeLink(db, { accountId: stranger, linkId });
    assert.deepEqual(await listLinks(db, { accountId: stranger }), []);
    assert.equal((await readOnly(db, accountId)).options, options);
    await saveLinkOptions(db, { accountId, linkId, options: '{"name":"Talk"}\0' });
    assert.equal((await readOnly(db, accountId)).options, '{"name":"Talk"}');
    await removeLink(db, { accountId, linkId });
    assert.deepEqual(await listLinks(db, { accountId }), []);
  }));

test('a link that is there already stays as it is, also of several that are added at once', async () => {
  const { db, close } = await sharedDatabase();
  try {
    const accountId = await makeAccount(db);
    const add = (given: string) => addLink(db, { accountId, url, options: given });
    await Promise.all([1, 2, 3].map(() => add(options)));
    const first = await readOnly(db, accountId);
    await add('{}');
    assert.deepEqual(await readOnly(db, accountId), first);
    await addLink(db, { accountId: await makeAccount(db), url, options });
    await addLink(db, { accountId, url: `${url}2`, options });
    assert.equal((await listLinks(db, { accountId })).length, 2);
  } finally {
    await close();
  }
});

test('what can’t be a recording or must not be fetched is refused, and so are too many links', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const add = (given: string) => addLink(db, { accountId, url: given, options });
    const refusals: Array<[string, RegExp]> = [
      ['', /Enter a link/],
      ['https://youtu.be/dQw4w9WgXcQ', /is a page/],
      ['http://10.1.2.3/talk.mp3', /not public/],
      ['https://ann:secret@media.example/talk.mp3', /username or password/],
      [`https://media.example/${'x'.repeat(1010)}.mp3`, /too long/],
    ];
    for (const [given, why] of refusals) await assert.rejects(add(given), why, given);
    for (let n = 0; n < 100; n += 1) await add(`https://media.example/${n}.mp3`);
    await assert.rejects(add(url), /too many unfinished uploads/);
    assert.equal((await listLinks(db, { accountId })).length, 100);
  }));

test('a link that nobody changes is swept when it expires, and not before', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    await addLink(db, { accountId, url, options });
    const age = (seconds: number) =>
      db.update(pendingLinks).set({ changedAt: sql`now() - make_interval(secs => ${seconds})` });
    await age(24 * 3600 - 60);
    await forgetExpired(db);
    const { linkId, expiresAt } = await readOnly(db, accountId);
    assert.ok(expiresAt.getTime() < Date.now() + 60_000);
    await saveLinkOptions(db, { accountId, linkId, options });
    assert.ok((await readOnly(db, accountId)).expiresAt > expiresAt, 'a change is a day more');
    await age(24 * 3600 + 1);
    await forgetExpired(db);
    assert.deepEqual(await listLinks(db, { accountId }), []);
  }));
