import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { persistDraft } from './session';
import type { EditChange } from '#lib/transcript/edit';
import { isDirty, type RemoteChange } from '#components/editor/sync/state/sync-state.ts';
import { openDraftStore, type Draft } from './draft-store';
import { createSaveLoop, receiveRound, saveRound } from './save';
import { createSyncActions } from './sync-actions';
import {
  monologue,
  openTab,
  scriptedServer,
  type ScriptedServer,
  type TestTab,
} from '#e2e/support/editor/scripted-server';
import { catchUp } from './receive';

const served = (): ScriptedServer =>
  scriptedServer([monologue('m0', 'a0', 'one two three'), monologue('m1', 'a1', 'four five six')]);

const textOn = (server: ScriptedServer): string =>
  server
    .latest()
    .monologues.map(({ content }) => content.map((piece) => ('text' in piece ? piece.text : '')).join(''))
    .join('|');

const noChange: EditChange = { put: [], remove: [] };

const receive = (tab: TestTab, change: RemoteChange): void =>
  tab.session.dispatch({ type: 'revision-received', change });

test('only the changed monologue is sent, and once', async () => {
  const server = served();
  const tab = openTab(server);
  tab.type('two', ' TWO');
  await saveRound(tab.session);
  await saveRound(tab.session);
  assert.equal(textOn(server), 'one two TWO three|four five six');
  assert.deepEqual(
    server.saves.map(({ revision, change }) => [revision, change.put.map(({ id }) => id)]),
    [[0, ['m0']]],
  );
  assert.equal(isDirty(tab.session.state()), false);
});

test('a save whose answer was lost is repeated under the same key, and what was typed since follows at once', async () => {
  const server = served();
  const tab = openTab(server);
  tab.type('one', ' A');
  server.wire = 'answers-lost';
  await saveRound(tab.session);
  assert.equal(tab.session.state().error?.kind, 'unreachable');
  tab.type('A', ' B');
  server.wire = 'good';
  await saveRound(tab.session);
  assert.equal(isDirty(tab.session.state()), false);
  assert.equal(textOn(server), 'one A B two three|four five six');
  assert.equal(server.saves[0]?.key, server.saves[1]?.key);
  assert.deepEqual(server.saves[0]?.change, server.saves[1]?.change);
  assert.notEqual(server.saves[1]?.key, server.saves[2]?.key);
  assert.equal(server.latest().revision, 2);
});

test('two people change different words of a monologue: both are in, on the server and in both tabs', async () => {
  const server = served();
  const [anna, ben] = [openTab(server), openTab(server)];
  anna.type('one', ' ANNA');
  ben.type('three', ' BEN');
  await saveRound(anna.session);
  await saveRound(ben.session);
  assert.equal(await catchUp(anna.session), undefined);
  for (const text of [textOn(server), anna.text(), ben.text()]) {
    assert.equal(text, 'one ANNA two three BEN|four five six');
  }
  assert.deepEqual(ben.session.state().conflicts, []);
});

test('a word that is being typed stays whole, also when someone changes the word behind it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
  const pass = async (milliseconds: number): Promise<void> => {
    for (let gone = 0; gone < milliseconds; gone += 25) {
      await new Promise(setImmediate);
      t.mock.timers.tick(25);
    }
    await new Promise(setImmediate);
  };
  const server = served();
  const [anna, ben] = [openTab(server), openTab(server)];
  anna.change(({ tr }) => tr.insertText('TWO', 5, 8));
  await saveRound(anna.session);
  ben.type('one ', 'be');
  ben.session.dispatch({ type: 'edited', at: Date.now() });
  const coming = catchUp(ben.session);
  // Ben pauses within a word.
  await pass(700);
  assert.doesNotMatch(ben.text(), /TWO/);
  ben.change(({ tr }) => tr.insertText('n1 '));
  ben.session.dispatch({ type: 'edited', at: Date.now() });
  await pass(1500);
  await coming;
  assert.match(
    `${ben.text()} ${ben.session
      .state()
      .conflicts.map(({ mine }) => mine)
      .join(' ')}`,
    /\bben1\b/,
  );
  assert.match(ben.text(), /TWO/);
});

test('two people change the same word: theirs stands in the text, mine becomes a conflict that is stored', async () => {
  const server = served();
  const [anna, ben] = [openTab(server), openTab(server)];
  ben.session.draftStore = await openDraftStore();
  const replaceTwo = (tab: TestTab, by: string): void => tab.change(({ tr }) => tr.insertText(by, 5, 8));
  replaceTwo(anna, 'ANNA');
  replaceTwo(ben, 'BEN');
  await saveRound(anna.session);
  await saveRound(ben.session);
  const shown = `${textOn(server)} ${ben.session
    .state()
    .conflicts.map(({ mine }) => mine)
    .join(' ')}`;
  assert.match(shown, /ANNA/);
  assert.match(shown, /BEN/);
  const kept = await ben.session.draftStore.conflicts('job');
  assert.deepEqual(kept, ben.session.state().conflicts);
  for (const { id } of kept) await ben.session.draftStore.removeConflict('job', id);
  ben.session.draftStore.close();
});

test('what others change, before the caret and in its monologue, moves it no further than its words', async () => {
  const server = scriptedServer([
    monologue('m0', 'a0', 'one two three'),
    monologue('m1', 'a1', 'four five six seven eight nine'),
  ]);
  const [anna, ben] = [openTab(server), openTab(server)];
  ben.type('eight', '!');
  const before = ben.caret();
  anna.type('one', ' more');
  anna.type('four', ' and');
  await saveRound(anna.session);
  await saveRound(ben.session);
  assert.equal(ben.text(), 'one more two three|four and five six seven eight! nine');
  assert.equal(ben.caret(), before + ' more and'.length);
});

test('a revision announced while a save is under way is applied after it', async () => {
  const server = served();
  const [anna, ben] = [openTab(server), openTab(server)];
  ben.type('six', ' BEN');
  await saveRound(ben.session);
  anna.type('one', ' ANNA');
  const sync = saveRound(anna.session);
  receive(anna, { from: 0, revision: 1, change: server.saves[0]?.change ?? noChange });
  await sync;
  assert.equal(anna.text(), 'one ANNA two three|four five six BEN');
  assert.equal(textOn(server), anna.text());
});

test('a gap in the announced revisions is filled by a request', async () => {
  const server = served();
  const [anna, ben] = [openTab(server), openTab(server)];
  for (const word of [' x', ' y', ' z']) {
    ben.type('six', word);
    await saveRound(ben.session);
  }
  receive(anna, { from: 2, revision: 3, change: server.saves[2]?.change ?? noChange });
  await saveRound(anna.session);
  assert.equal(anna.text(), ben.text());
  assert.equal(anna.session.state().base.revision, 3);
});

for (const wire of ['cut', 'answers-lost'] as const) {
  test(`a tab that ended while its wire was ${wire} leaves its work to the next one`, async () => {
    const server = served();
    const ended = openTab(server);
    ended.session.draftStore = await openDraftStore();
    server.wire = wire;
    ended.type('one', ' FIRST');
    await saveRound(ended.session);
    ended.type('FIRST', ' SECOND');
    await persistDraft(ended.session);
    server.wire = 'good';
    const other = openTab(server);
    other.type('six', ' OTHER');
    await saveRound(other.session);

    const next = openTab(server);
    next.session.draftStore = ended.session.draftStore;
    const drafts = await next.session.draftStore.read('job');
    assert.equal(drafts.length, 1);
    next.session.dispatch({ type: 'lock-acquired', canKeep: true, drafts, conflicts: [] });
    await saveRound(next.session);
    assert.equal(textOn(server), 'one FIRST SECOND two three|four five six OTHER');
    assert.equal(next.text(), textOn(server));
    assert.deepEqual(next.session.state().conflicts, []);
    assert.deepEqual(await next.session.draftStore.read('job'), []);
    next.session.draftStore.close();
  });
}

test('what can’t be saved stays in the document and in the record, and is sent when possible', async () => {
  for (const wire of ['cut', 'signed-out', 'refusing', 'closed'] as const) {
    const server = served();
    const tab = openTab(server);
    tab.session.draftStore = await openDraftStore();
    server.wire = wire;
    tab.type('one', ' MINE');
    await saveRound(tab.session);
    assert.ok(tab.session.state().error, wire);
    assert.match(JSON.stringify(await tab.session.draftStore.read('job')), /MINE/);
    assert.match(tab.text(), /MINE/);
    server.wire = 'good';
    await saveRound(tab.session);
    assert.match(textOn(server), /MINE/);
    assert.deepEqual(await tab.session.draftStore.read('job'), []);
    tab.session.draftStore.close();
  }
});

/** Opens a tab that inherits a closed one's stored work: these typed words, and a pending save. */
async function inherit(server: ScriptedServer): Promise<{ next: TestTab; drafts: Draft[] }> {
  const [ended, next] = [openTab(server), openTab(server)];
  ended.session.draftStore = await openDraftStore();
  server.wire = 'cut';
  ended.type('one', ' FIRST');
  await saveRound(ended.session);
  ended.type('FIRST', ' SECOND');
  await persistDraft(ended.session);
  next.session.draftStore = ended.session.draftStore;
  return { next, drafts: await next.session.draftStore.read('job') };
}

test('without a server another tab shows at once what an ended one has left, and repeats its save later', async () => {
  const server = served();
  const { next, drafts } = await inherit(server);
  next.session.dispatch({ type: 'lock-acquired', canKeep: true, drafts, conflicts: [] });
  await saveRound(next.session);
  assert.equal(next.text(), 'one FIRST SECOND two three|four five six');
  const kept = (await next.session.draftStore?.read('job')) ?? [];
  assert.deepEqual(
    kept.map(({ client, pendingSave }) => [client, pendingSave?.key]),
    [[next.session.client, drafts[0]?.pendingSave?.key]],
  );
  server.wire = 'good';
  await saveRound(next.session);
  assert.equal(textOn(server), 'one FIRST SECOND two three|four five six');
  assert.equal(new Set(server.saves.slice(0, 3).map(({ key }) => key)).size, 1);
  assert.equal(server.latest().revision, 2);
  assert.deepEqual(await next.session.draftStore?.read('job'), []);
  next.session.draftStore?.close();
});

test('a draft on a revision that the server lost to an older backup is merged all the same', async () => {
  const server = served();
  const { next, drafts } = await inherit(server);
  server.wire = 'good';
  const [draft] = drafts;
  assert.ok(draft?.pendingSave);
  const ahead = { ...draft, revision: 12, pendingSave: { ...draft.pendingSave, revision: 12 } };
  next.session.dispatch({ type: 'lock-acquired', canKeep: true, drafts: [ahead], conflicts: [] });
  await saveRound(next.session);
  assert.equal(textOn(server), 'one FIRST SECOND two three|four five six');
  assert.deepEqual(await next.session.draftStore?.read('job'), []);
  next.session.draftStore?.close();
});

test('what an ended tab has left can be copied where access ended before it could be merged', async () => {
  const server = served();
  const { next, drafts } = await inherit(server);
  server.wire = 'closed';
  const [draft] = drafts;
  assert.ok(draft);
  const ahead = { ...draft, revision: 12 };
  next.session.dispatch({ type: 'lock-acquired', canKeep: true, drafts: [ahead], conflicts: [] });
  await saveRound(next.session);
  assert.deepEqual(next.session.state().status, {
    kind: 'closed',
    reason: 'Withdrawn.',
    isAllSaved: false,
  });
  const { unsavedText } = createSyncActions(next.session, createSaveLoop(next.session));
  assert.equal(unsavedText(), 'Anna\none FIRST SECOND two three');
  next.session.draftStore?.close();
});

test('words that were added are loaded before the change that refers to them is applied; it waits for them, and what is typed stays', async () => {
  const server = served();
  const [anna, ben] = [openTab(server), openTab(server)];
  const change = { put: [{ ...monologue('m1', 'a1', 'new words'), from: 0, to: 2 }], remove: [] };
  server.machine.push({ text: 'new', startMs: 100, endMs: 200 }, { text: 'words', startMs: 200, endMs: 300 });
  await server.save({ key: 'again', client: 'server', revision: 0, change });
  anna.type('one', ' ANNA');
  server.wire = 'cut';
  receive(anna, { from: 0, revision: 1, change });
  await receiveRound(anna.session);
  assert.equal(anna.text(), 'one ANNA two three|four five six');
  assert.equal(anna.session.state().error?.kind, 'unreachable');
  server.wire = 'good';
  await saveRound(anna.session);
  assert.equal(anna.text(), 'one ANNA two three|new words');
  assert.deepEqual(anna.session.words, server.machine);
  assert.equal(textOn(server), anna.text());
  assert.equal(anna.session.state().error, undefined);
  // The response to a late save contains the missed change.
  ben.type('three', ' BEN');
  await saveRound(ben.session);
  assert.deepEqual(ben.session.words, server.machine);
  assert.equal(ben.text(), 'one ANNA two three BEN|new words');
});

test('a tab that only reads along is without an error once the words are there', async () => {
  const server = served();
  const tab = openTab(server);
  tab.session.dispatch({ type: 'lock-waiting' });
  server.machine.push({ text: 'new', startMs: 100, endMs: 200 });
  const change = { put: [{ ...monologue('m1', 'a1', 'new'), from: 0, to: 1 }], remove: [] };
  server.wire = 'cut';
  receive(tab, { from: 0, revision: 1, change });
  await receiveRound(tab.session);
  assert.equal(tab.session.state().received.length, 1);
  server.wire = 'good';
  await receiveRound(tab.session);
  assert.equal(tab.text(), 'one two three|new');
  assert.equal(tab.session.state().error, undefined);
});
