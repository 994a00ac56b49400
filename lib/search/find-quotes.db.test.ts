import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { putting, saying } from '#e2e/support/transcribed-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { readEdit } from '#e2e/support/read-edit';
import { saveEdit } from '#lib/revisions/save-edit';
import { findQuotes, type Quote } from '#lib/search/find-quotes';

const place = ({ jobName, speaker, startMs, text }: Quote) => [jobName, speaker, startMs, text];

test('words that were said are quoted with who said them and when, the newest recording first', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
    const old = await makeJob(db, accountId, {
      ...{ name: 'old', createdAt: at(1), words: 'the budget is small' },
    });
    await makeJob(db, accountId, { name: 'new', createdAt: at(2), words: 'a budget for the garden' });
    const find = async (search: string, jobId?: string) =>
      (await findQuotes(db, { accountId, mode: 'live', search, jobId, limit: 10 })).quotes;
    const inNew = ['new', 'Speaker 1', 500, 'a budget for the garden'];
    const inOld = ['old', 'Speaker 1', 500, 'the budget is small'];
    assert.deepEqual((await find('BUDG')).map(place), [inNew, inOld]);
    assert.deepEqual((await find('budget', old.id)).map(place), [inOld]);
    assert.deepEqual((await find('small budget')).map(place), [inOld]);
    for (const nothing of ['garden small', '  ', "'", ':*', '\0', '!(zz', '%']) {
      assert.deepEqual(await find(nothing), [], nothing);
    }
  }));

test('what is written without blanks is found by its words, whether they were heard or typed', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const { id: jobId } = await makeJob(db, accountId, {
      name: 'talk',
      words: '我们 都是 中国人。 สวัสดี ครับ',
    });
    const find = async (search: string) =>
      (await findQuotes(db, { accountId, mode: 'live', search, limit: 10 })).quotes.map(place);
    const quote = ['talk', 'Speaker 1', 500, '我们都是中国人。สวัสดีครับ'];
    for (const said of ['都是中国人', '都是中国', '都是', '都是中国人。'])
      assert.deepEqual(await find(said), [quote], said);
    assert.equal((await find('สวัสดีครับ')).length, 1);
    assert.deepEqual(await find('中国人都是'), []);
    const [first] = (await readEdit(db, { accountId, jobId })).monologues;
    const change = putting([saying(first, '他们都是日本人。')]);
    await saveEdit(db, { accountId, jobId, base: 0, change, author: { kind: 'owner', name: 'Ann' } });
    assert.equal((await find('都是日本人')).length, 1);
    assert.deepEqual(await find('中国人'), []);
  }));

test('after an edit the quote and its speaker are those of the latest version', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const { id: jobId } = await makeJob(db, accountId, { name: 'talk', words: 'there was a young man' });
    const [first] = (await readEdit(db, { accountId, jobId })).monologues;
    const put = putting([{ ...saying(first, 'there was an old man'), speaker: 1 }]);
    const speakers = [
      { id: 0, name: 'Speaker 1' },
      { id: 1, name: 'Ann' },
    ];
    const author = { kind: 'owner', name: 'Ann' } as const;
    await saveEdit(db, { accountId, jobId, base: 0, change: { ...put, speakers }, author });
    const find = async (search: string) =>
      (await findQuotes(db, { accountId, mode: 'live', search, limit: 10 })).quotes;
    assert.deepEqual(await find('young'), []);
    const [quote] = await find('old man');
    assert.deepEqual([quote?.speaker, quote?.text], ['Ann', 'there was an old man']);
  }));

test('only what the account and the mode have is quoted: nothing of others, of the trash or of the sample', () =>
  withTestTransaction(async (db) => {
    const [mine, theirs] = [await makeAccount(db), await makeAccount(db)];
    const words = 'said here';
    await makeJob(db, mine, { name: 'mine', words });
    await makeJob(db, mine, { name: 'sandbox', mode: 'test', words });
    await makeJob(db, mine, { name: 'sample', origin: 'sample', words });
    const { id } = await makeJob(db, mine, { name: 'trash', words });
    await db.update(jobs).set({ trashedAt: new Date() }).where(eq(jobs.id, id));
    await makeJob(db, theirs, { name: 'theirs', words });
    for (const mode of ['live', 'test'] as const) {
      const { quotes } = await findQuotes(db, { accountId: mine, mode, search: 'said', limit: 10 });
      assert.deepEqual(
        quotes.map(({ jobName }) => jobName),
        [mode === 'live' ? 'mine' : 'sandbox'],
      );
    }
  }));

test('pages have each passage once, and a cursor that is none of ours counts as none', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const createdAt = new Date(Date.UTC(2026, 0, 1));
    const made = new Set<string>();
    // Jobs of the same moment are ordered by their ids.
    for (let n = 0; n < 7; n += 1)
      made.add((await makeJob(db, accountId, { createdAt, words: 'said here' })).id);
    const query = { accountId, mode: 'live', search: 'said', limit: 3 } as const;
    const seen: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await findQuotes(db, { ...query, after });
      seen.push(...page.quotes.map(({ jobId }) => jobId));
      if (page.next === undefined) break;
      after = page.next;
    }
    assert.equal(seen.length, 7);
    assert.deepEqual(new Set(seen), made);
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const after of [
      '',
      'x',
      encode(null),
      encode(['2026', 'a', 1, 'm0']),
      encode(["'", "'", -1, '\0']),
    ]) {
      assert.equal((await findQuotes(db, { ...query, after })).quotes.length, 3, after);
    }
  }));
