import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readText, stands } from '#e2e/support/editor/editor';
import { caretAtEnd, getText, typeAtEnd } from '#e2e/support/editor/editor-text';
import { machineWords } from '#e2e/support/editor/make-transcript';
import { getWordPosition, soundWhere } from '#e2e/support/editor/sound';
import { useEditor } from '#e2e/support/editor/use-editor';

/* Recognizing a recording again while its transcript is open: words are added, and a revision refers to them. */

const words = machineWords(60);
const editor = useEditor({ words, monologues: 6, recording: 'audio' });

/** The words of the second recognition, at other times than the first. */
const again = ['heard', 'once', 'more'].map((text, i) => ({
  text,
  startMs: 11_111 + i * 500,
  endMs: 11_500 + i * 500,
  confidence: 0.9,
}));

const addWords = async (): Promise<void> => {
  const { sql } = editor.longhand;
  await sql`
    update machine_transcripts set words = words || ${sql.json(again)} where job_id = ${editor.made.jobId}`;
};

test('the words are answered from a number on, and again once there are more', async () => {
  const { client } = editor;
  const whole = await client.ask('words');
  const etag = whole.headers.get('etag') ?? '';
  const known = { headers: { 'if-none-match': etag } };
  assert.equal((await client.ask('words', known)).status, 304);
  const page = await editor.open();
  await typeAtEnd(page, 'm0', ' before');
  await addWords();
  const more = await client.ask('words', known);
  assert.equal(more.status, 200);
  const { texts } = (await more.json()) as { texts: string[] };
  assert.equal(texts.length, words.length + again.length);
  assert.deepEqual(await (await client.ask(`words?from=${words.length + 1}`)).json(), {
    texts: ['once', 'more'],
    startMs: [11_611, 500],
    durationMs: [389, 389],
    confidence: [90, 90],
  });
  for (const from of ['', '-1', '1.5', 'x']) {
    assert.equal((await client.ask(`words?from=${from}`)).status, 400, from);
  }
});

test('a revision whose words are not loaded yet comes with its words, and what is typed meanwhile stays', async () => {
  const { client, made } = editor;
  const page = await editor.open();
  await stands(page, 'saved');
  const { revision, monologues } = await client.read();
  const was = monologues.find(({ id }) => id === 'm3') ?? assert.fail('there is no such monologue');
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/words\?from=60$/u, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/words\?from=60$/u);
  const put = [{ ...was, from: 60, to: 63, content: [{ text: 'heard once more' }] }];
  assert.equal((await client.save(revision, { put })).status, 200);
  await asked;
  await caretAtEnd(page, 'm1');
  await page.keyboard.type(' meanwhile');
  release();
  await page.getByText('heard once more').waitFor();
  await page.unroute(/\/words\?from=60$/u);
  await stands(page, 'saved');
  assert.match(await getText(page, 'm0'), / before$/);
  assert.match(await getText(page, 'm1'), / meanwhile$/);
  const latest = await readText(made, 'latest');
  for (const text of [' before', ' meanwhile', 'heard once more']) assert.ok(latest.includes(text), text);

  const texts = await page.locator('[role=textbox] p').allInnerTexts();
  const nth = texts.join(' ').split(/\s+/u).indexOf('once');
  const place = await getWordPosition(page, nth);
  assert.equal(place.text, 'once');
  await page.mouse.dblclick(place.x, place.y);
  await soundWhere(page, 'the word heard again', ({ at }) => Math.abs(at - 11.611) < 0.001);
});
