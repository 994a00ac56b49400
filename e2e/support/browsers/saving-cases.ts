import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createEditorClient, type EditorClient } from '#e2e/support/editor/editor-client';
import { keptOnDevice, putCaret } from '#e2e/support/editor/editor-text';
import { signInForCookies } from '#e2e/support/sign-in';
import { saying } from '#e2e/support/transcribed-job';
import { waitFor } from '#e2e/support/wait';
import { connect } from '#lib/db/connect';
import { createShareLink } from '#lib/share-links/create-share-link';
import { getTexts, isEditable, shows, stands } from './editor-page';
import type { Stage } from './stage';

/** Tests that typed text reaches the server and other people, even after interruptions. */
export function testSaving(stage: Stage): void {
  describe('saving', () => {
    let server: EditorClient;
    before(async () => {
      const { longhand, account, jobId } = stage;
      server = createEditorClient(longhand, jobId, { cookie: await signInForCookies(longhand, account) });
    });

    const typeAtEnd = async (monologue: number, text: string) => {
      const { page } = stage;
      const length = (await getTexts(page))[monologue]?.length ?? 0;
      await putCaret(page, { monologue, offset: length });
      await page.type(text);
    };
    const savedTexts = async () =>
      (await server.read()).monologues.map(({ content }) =>
        content.map((piece) => ('text' in piece ? piece.text : '')).join(''),
      );
    const isSaved = (word: string) =>
      waitFor(`the server to have ${word}`, async () =>
        (await savedTexts()).some((text) => text.includes(word)) ? true : undefined,
      );

    const share = async (): Promise<string> => {
      const { longhand, account, jobId } = stage;
      const { db, close } = connect(longhand.databaseUrl, { max: 1 });
      try {
        return (await createShareLink(db, { accountId: account.id, jobId })).token;
      } finally {
        await close();
      }
    };

    test('what is typed is saved without being asked, and a reload loses neither that nor what it interrupts', async () => {
      const { page, proxy } = stage;
      await typeAtEnd(2, ' typedone');
      await isSaved('typedone');
      await stands(page, 'saved');
      // Text that the server has is not kept on the device.
      proxy.cut();
      await typeAtEnd(3, ' beforereload');
      await waitFor('the device to have it', async () =>
        (await keptOnDevice(page)).includes('beforereload') ? true : undefined,
      );
      proxy.mend();
      await page.driver.reload();
      await isEditable(page);
      const texts = await getTexts(page);
      assert.match(texts[2] ?? '', / typedone$/);
      assert.match(texts[3] ?? '', / beforereload$/);
      await isSaved('beforereload');
      await stands(page, 'saved');
    });

    test('without a connection typing goes on, and all of it is sent when the connection is back', async () => {
      const { page, proxy } = stage;
      proxy.cut();
      await typeAtEnd(4, ' inthetunnel');
      await stands(page, 'unreachable');
      assert.match(await page.getText({ selector: '[data-saving]' }), /saved here/);
      await typeAtEnd(5, ' andagain');
      proxy.mend();
      await isSaved('inthetunnel');
      await isSaved('andagain');
      await stands(page, 'saved');
    });

    test('another person is shown, and their words appear while the caret stays where it is', async () => {
      const { page, longhand } = stage;
      const guest = createEditorClient(longhand, await share(), { 'longhand-name': 'Ben' });
      const { revision, monologues } = await guest.read();
      const heard = await guest.listen(revision);
      try {
        await guest.ask('presence', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ client: 'ben', monologue: monologues[1]?.id }),
        });
        await shows(page, '[aria-label="People in this transcript"]', /Ben/);
        await typeAtEnd(10, ' mine');
        const place = () =>
          page.evaluate(() => {
            const range = getSelection()?.getRangeAt(0).getBoundingClientRect();
            return { top: Math.round(range?.top ?? 0), text: getSelection()?.anchorNode?.textContent };
          });
        const before = await place();
        // Typed text may be saved at any moment; the guest's save then builds on it.
        await waitFor('the guest to save', async () => {
          const latest = await guest.read();
          const saved = await guest.save(latest.revision, {
            put: [saying(latest.monologues[1], `${'long '.repeat(150)}benslong`)],
          });
          return saved.status === 200 || undefined;
        });
        await shows(page, '[role=textbox] p', /benslong$/);
        const now = await place();
        assert.equal(now.text, before.text);
        assert.ok(Math.abs(now.top - before.top) <= 2, `the caret moved from ${before.top} to ${now.top}`);
        await page.type('too');
        await isSaved(' minetoo');
        await heard.event('revision', (data) => JSON.stringify(data).includes('minetoo'));
        await stands(page, 'saved');
      } finally {
        heard.close();
      }
    });
  });
}
