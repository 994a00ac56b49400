import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { changeShareLink, revokeShareLink } from '#lib/share-links/change-share-link';
import { type LinkLimits, createShareLink } from '#lib/share-links/create-share-link';
import type { EditChange } from '#lib/transcript/edit';
import { connect, type Connection } from '#lib/db/connect';
import { toDisplayName } from '#lib/accounts/display-name';
import { makeClient } from '#e2e/support/client';
import { useLonghand, type SharedLonghand, type TestAccount } from '#e2e/support/start-longhand';
import { createEditorClient, type EditorClient, type Listening } from '#e2e/support/editor/editor-client';
import { signInForCookies } from '#e2e/support/sign-in';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { saying } from '#e2e/support/transcribed-job';

let longhand: SharedLonghand;
let connection: Connection;
let account: TestAccount;
let cookie: string;
let jobId: string;
let owner: EditorClient;
const open: Listening[] = [];

before(async () => {
  longhand = await useLonghand();
  connection = connect(longhand.databaseUrl, { max: 1 });
  account = await longhand.createAccount();
  cookie = await signInForCookies(longhand, account);
  jobId = await makeTranscript(longhand, account, { words: 60, monologues: 6 });
  owner = createEditorClient(longhand, jobId, { cookie });
});
after(async () => {
  for (const stream of open) stream.close();
  await connection?.close();
  await longhand?.stop();
});

async function share(limits: LinkLimits = {}, of = jobId): Promise<{ linkId: string; token: string }> {
  const { id, token } = await createShareLink(connection.db, { accountId: account.id, jobId: of }, limits);
  return { linkId: id, token };
}

const guestAt = (token: string, name = 'Zoë') =>
  createEditorClient(longhand, token, { 'longhand-name': encodeURIComponent(name) });

async function listen(editor: EditorClient, since?: number): Promise<Listening> {
  const stream = await editor.listen(since ?? (await owner.read()).revision);
  open.push(stream);
  return stream;
}

async function saveOne(
  editor: EditorClient,
  text: string,
  headers?: Record<string, string>,
): Promise<Response> {
  const { revision, monologues } = await editor.read();
  return editor.save(revision, { put: [saying(monologues[1], text)] }, headers);
}

const beat = (editor: EditorClient, sign: Record<string, unknown>) =>
  editor.ask('presence', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sign),
  });

interface RevisionEvent {
  revision: number;
  change: EditChange;
  author: { kind: string; name: string };
  client?: string;
}
type People = Array<{ client: string; name: string; colour: number; may: string; monologue?: string }>;

const reads = ['words', 'edit', 'changes?since=0', 'events?since=0', 'revisions', 'revisions/0'];

test('a transcript opens for its owner alone, and for nobody who is signed out', async () => {
  const other = await longhand.createAccount();
  const otherAccount = createEditorClient(longhand, jobId, {
    cookie: await signInForCookies(longhand, other),
  });
  const nobody = createEditorClient(longhand, jobId);
  for (const path of reads) {
    assert.equal((await otherAccount.ask(path)).status, 404, path);
    assert.equal((await nobody.ask(path)).status, 401, path);
  }
  for (const editor of ['nonsense', 'x'.repeat(32), '%00', '..%2f', 'ü']) {
    assert.equal((await createEditorClient(longhand, editor, { cookie }).ask('edit')).status, 404, editor);
  }
  assert.equal((await otherAccount.save(0, {})).status, 404);
  assert.equal((await nobody.save(0, {})).status, 401);
});

test('the machine words come in columns, once', async () => {
  const answer = await owner.ask('words');
  const { texts, startMs, durationMs, confidence } = (await answer.json()) as Record<string, unknown[]>;
  for (const column of [texts, startMs, durationMs, confidence]) assert.equal(column?.length, 60);
  const etag = answer.headers.get('etag') ?? '';
  assert.equal((await owner.ask('words', { headers: { 'if-none-match': etag } })).status, 304);
});

test('a guest edits by the link under the name that was given, and may only read where it says so', async () => {
  const { token } = await share();
  const guest = guestAt(token, `<b>Zoë</b>\u0007\u202E ${'x'.repeat(100)}`);
  const saved = await saveOne(guest, 'by a guest');
  assert.equal(saved.status, 200);
  const { revisions } = (await (await owner.ask('revisions')).json()) as { revisions: RevisionEvent[] };
  assert.equal(revisions[0]?.author.kind, 'guest');
  assert.match(revisions[0]?.author.name ?? '', /^<b>Zoë<\/b> x{69}/u);
  assert.equal(Array.from(revisions[0]?.author.name ?? '').length, 80);
  const viewing = await share({ permission: 'view' });
  const viewer = guestAt(viewing.token);
  for (const path of reads.filter((path) => !path.startsWith('events'))) {
    assert.equal((await viewer.ask(path)).status, 200, path);
  }
  for (const [path, method] of [
    ['edit', 'PATCH'],
    ['revisions/1', 'PATCH'],
    ['revisions/0/restore', 'POST'],
  ] as const) {
    const headers = { 'content-type': 'application/json', 'if-match': '"1"' };
    assert.equal((await viewer.ask(path, { method, headers, body: '{}' })).status, 403, path);
  }
  const link = { accountId: account.id, linkId: viewing.linkId };
  await changeShareLink(connection.db, link, { permission: 'edit' });
  assert.equal((await saveOne(viewer, 'now I may')).status, 200);
});

test('no guest goes by the owner’s name or email address, in any spelling', async () => {
  const { token } = await share();
  const name = account.email.split('@')[0] ?? '';
  for (const taken of [
    ...[
      name,
      ` ${name.toUpperCase()}`,
      name.replace('person', 'ｐｅｒｓｏｎ'),
      name.replace('person', 'реrsоn'),
    ],
    ...[account.email, account.email.replace('@', ' (at) '), account.email.replaceAll(/[@.]/g, ' ')],
  ]) {
    assert.equal((await saveOne(guestAt(token, taken), `Saved as ${taken}.`)).status, 200);
  }
  const german = { 'accept-language': 'de' };
  assert.equal((await saveOne(guestAt(token, name), 'Als er gespeichert.', german)).status, 200);
  assert.equal((await saveOne(guestAt(token, `${name} 2`), 'Saved as another.')).status, 200);
  const { revisions } = (await (await owner.ask('revisions')).json()) as {
    revisions: Array<{ author: { name: string } }>;
  };
  assert.deepEqual(
    revisions.slice(0, 9).map(({ author }) => author.name),
    [`${name} 2`, 'Gast', ...Array.from({ length: 7 }, () => 'Guest')],
  );
});

test('a listener receives each revision once and in order, with what it changed', async () => {
  const { token } = await share();
  const guest = guestAt(token, 'Ann');
  const { revision: start } = await owner.read();
  const stream = await listen(owner, start);
  // The server must be subscribed first: earlier revisions would be reported in one event.
  await beat(owner, { client: 'first' });
  await stream.event<People>('people', (people) => people.some(({ client }) => client === 'first'));
  await beat(owner, { client: 'first', leaves: true });
  for (let i = 1; i <= 5; i++) await saveOne(guest, `line ${i}`, { 'longhand-client': `tab-${i}` });
  await stream.event<RevisionEvent>('revision', ({ revision }) => revision === start + 5);
  const received = stream.events
    .filter(({ name }) => name === 'revision')
    .map(({ data }) => data as RevisionEvent);
  assert.deepEqual(
    received.map(({ revision }) => revision),
    [1, 2, 3, 4, 5].map((n) => start + n),
  );
  assert.deepEqual(
    received.map(({ client, change, author }) => [client, change.put[0]?.content, author]),
    [1, 2, 3, 4, 5].map((n) => [`tab-${n}`, [{ text: `line ${n}` }], { kind: 'guest', name: 'Ann' }]),
  );
  const late = await listen(owner, start);
  const missed = await late.event<RevisionEvent>('revision');
  assert.equal(missed.revision, start + 5);
  assert.deepEqual(
    missed.change.put.map(({ content }) => content),
    [[{ text: 'line 5' }]],
  );
  assert.equal((await owner.ask('events?since=999')).status, 409);
  assert.equal((await owner.ask('events?since=-1')).status, 400);
});

test('people are seen when they come, move and leave, in colors of their own', async () => {
  const guest = guestAt((await share()).token, 'Bo');
  const stream = await listen(owner);
  await beat(owner, { client: 'one', monologue: 'm0' });
  await beat(guest, { client: 'two' });
  const both = await stream.event<People>('people', (people) => people.length === 2);
  assert.deepEqual(both, [
    {
      client: 'one',
      name: toDisplayName(account.email),
      kind: 'owner',
      may: 'edit',
      monologue: 'm0',
      colour: 0,
    },
    { client: 'two', name: 'Bo', kind: 'guest', may: 'edit', colour: 1 },
  ]);
  await beat(guest, { client: 'one', leaves: true });
  await beat(guest, { client: 'one', monologue: 'm9' });
  await beat(guest, { client: 'two', monologue: 'm4' });
  const moved = await stream.event<People>('people', (people) => people[1]?.monologue === 'm4');
  assert.equal(moved[0]?.monologue, 'm0', 'nobody speaks for another’s tab');
  await beat(owner, { client: 'one', leaves: true });
  await stream.event<People>('people', (people) => people.length === 1 && people[0]?.client === 'two');
  assert.equal((await guest.ask('presence?client=two', { method: 'DELETE' })).status, 204);
  await stream.event<People>('people', (people) => people.length === 0 && stream.events.length > 4);
  assert.equal((await beat(owner, { client: '<b>' })).status, 400);
});

test('people who come at the same moment have colors of their own, too', async () => {
  const guest = guestAt((await share()).token, 'Bo');
  const stream = await listen(owner);
  const clients = ['a', 'b', 'c', 'd', 'e', 'f'];
  await Promise.all(clients.map((client, i) => beat(i % 2 === 0 ? owner : guest, { client })));
  const all = await stream.event<People>('people', (people) => people.length === clients.length);
  assert.deepEqual(new Set(all.map(({ colour }) => colour)), new Set([0, 1, 2, 3, 4, 5]));
  // Each keeps its color.
  await beat(guest, { client: 'b', monologue: 'm4' });
  const moved = await stream.event<People>('people', (people) => people.some(({ monologue }) => monologue));
  assert.deepEqual(new Set(moved.map(({ colour }) => colour)), new Set([0, 1, 2, 3, 4, 5]));
  for (const [i, client] of clients.entries())
    await beat(i % 2 === 0 ? owner : guest, { client, leaves: true });
  await stream.event<People>('people', (people) => people.length === 0 && stream.events.length > 6);
});

test('an owner goes by the display name, from the next sign of life on', async () => {
  const stream = await listen(owner);
  await beat(owner, { client: 'one' });
  const byEmail = toDisplayName(account.email);
  await stream.event<People>('people', ([person]) => person?.name === byEmail);
  const setName = (name: string | null) =>
    longhand.sql`update accounts set display_name = ${name} where id = ${account.id}`;
  await setName('Ann Lee');
  try {
    await beat(owner, { client: 'one' });
    await stream.event<People>('people', ([person]) => person?.name === 'Ann Lee');
    const saved = await saveOne(owner, 'by Ann Lee');
    const { revision } = (await saved.json()) as { revision: number };
    const event = await stream.event<RevisionEvent>('revision', (event) => event.revision === revision);
    assert.deepEqual(event.author, { kind: 'owner', name: 'Ann Lee' });
  } finally {
    await setName(null);
    await beat(owner, { client: 'one', leaves: true });
  }
});

test('who is signed in keeps the account’s name behind a link, and may do no more than the link says', async () => {
  const visitor = await longhand.createAccount();
  const visitorsCookie = await signInForCookies(longhand, visitor);
  const withLink = async (cookie: string, limits: LinkLimits = {}) =>
    createEditorClient(longhand, (await share(limits)).token, { cookie, 'longhand-name': 'Someone%20else' });
  const getAuthor = async (editor: EditorClient) => {
    assert.equal((await saveOne(editor, `by ${crypto.randomUUID()}`)).status, 200);
    const { revisions } = (await (await owner.ask('revisions')).json()) as { revisions: RevisionEvent[] };
    return revisions[0]?.author;
  };
  const guest = await withLink(visitorsCookie);
  assert.deepEqual(await getAuthor(guest), { kind: 'guest', name: toDisplayName(visitor.email) });
  await longhand.sql`update accounts set display_name = 'Zoë Łuk' where id = ${visitor.id}`;
  assert.deepEqual(await getAuthor(guest), { kind: 'guest', name: 'Zoë Łuk' });
  assert.deepEqual(await getAuthor(await withLink(cookie)), {
    kind: 'owner',
    name: toDisplayName(account.email),
  });
  for (const whose of [visitorsCookie, cookie]) {
    assert.equal((await saveOne(await withLink(whose, { permission: 'view' }), 'no')).status, 403);
  }
});

/** Opens the event stream of a person with this access. */
async function visit(editor: EditorClient): Promise<Listening> {
  const stream = await listen(editor);
  await stream.event('people');
  return stream;
}

/** Returns the reason from the stream's `ended` event, which must be the last. */
async function getReason(stream: Listening): Promise<unknown> {
  await stream.ended;
  const { name, data } = stream.events.at(-1) ?? {};
  assert.equal(name, 'ended');
  return (data as { reason: string }).reason;
}

test('a link that is revoked or limited ends its guest’s visit before the guest receives anything more', async () => {
  const revoked = await share();
  const limited = await share();
  const ends: Array<[linkId: string, guest: Listening, end: () => Promise<void>, reason: string]> = [
    [
      revoked.linkId,
      await visit(guestAt(revoked.token)),
      () => revokeShareLink(connection.db, { accountId: account.id, linkId: revoked.linkId }),
      'link',
    ],
    [
      limited.linkId,
      await visit(guestAt(limited.token)),
      () =>
        changeShareLink(
          connection.db,
          { accountId: account.id, linkId: limited.linkId },
          { permission: 'view' },
        ),
      'permission',
    ],
  ];
  const witness = await visit(owner);
  for (const [linkId, guest, end, reason] of ends) {
    await end();
    const { revision } = (await (await saveOne(owner, `not for ${linkId}`)).json()) as { revision: number };
    assert.equal(await getReason(guest), reason);
    await witness.event<RevisionEvent>('revision', (event) => event.revision === revision);
    assert.ok(
      guest.events.every(
        ({ name, data }) => name !== 'revision' || (data as RevisionEvent).revision < revision,
      ),
    );
  }
  assert.equal((await saveOne(guestAt(limited.token), 'no more')).status, 403);
  await nothingOpens(revoked.token);
});

test('a link whose time is over ends its guest’s visit, and opens nothing', async () => {
  const { linkId, token } = await share({ expiresAt: new Date('2199-01-01') });
  const guest = await visit(guestAt(token));
  await longhand.sql`update share_links set expires_at = now() - interval '1 second' where id = ${linkId}`;
  assert.equal(await getReason(guest), 'link');
  await nothingOpens(token);
});

async function nothingOpens(token: string): Promise<void> {
  for (const path of reads) assert.equal((await guestAt(token).ask(path)).status, 404, path);
  assert.equal((await guestAt(token).save(0, {})).status, 404);
  assert.equal((await fetch(`${longhand.baseUrl}/editor/shared/${token}`)).status, 404);
}

test('a visit ends with the session, and with the job', async () => {
  const again = await signInForCookies(longhand, account);
  const [session] = await longhand.sql<Array<{ id: string }>>`
    select id from sessions where account_id = ${account.id} order by created_at desc limit 1`;
  const signedOut = await visit(createEditorClient(longhand, jobId, { cookie: again }));
  await longhand.sql`delete from sessions where id = ${session?.id ?? ''}`;
  assert.equal(await getReason(signedOut), 'session');
  const doomed = await makeTranscript(longhand, account, { words: 20, monologues: 2 });
  const stream = await createEditorClient(longhand, doomed, { cookie }).listen(0);
  open.push(stream);
  await stream.event('people');
  await makeClient(longhand, account.apiKey).request(`/jobs/${doomed}`, { method: 'DELETE' });
  assert.equal(await getReason(stream), 'deleted');
});
