import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hold, makeOperator, makeOwner } from '#e2e/support/account/legal-hold';
import { freshPage } from '#e2e/support/browser';
import { lookAtPages } from '#e2e/support/look-at-page';
import { signInContext } from '#e2e/support/sign-in';
import type { TestAccount } from '#e2e/support/start-longhand';
import { useSite } from '#e2e/support/use-site';

// Only with --all: pages in two languages.

const site = useSite();

test('no page that shows a hold has a serious finding or is wider than its window, in either language', async () => {
  const { longhand } = site;
  const [{ owner, listed, trashed }, { owner: partly, trashed: held }, operator] = [
    await makeOwner(longhand),
    await makeOwner(longhand),
    await makeOperator(longhand),
  ];
  await hold(longhand, owner);
  await hold(longhand, owner, listed);
  await hold(longhand, partly, held);
  const page = await freshPage(site.browser);
  for (const language of ['en', 'de']) {
    const ids = [owner.id, partly.id, operator.id];
    await longhand.sql`update accounts set language = ${language} where id = any(${ids})`;
    const look = async (account: TestAccount, pages: Record<string, string>) => {
      await signInContext(page.context(), longhand, account);
      const isTranslated = language !== 'en';
      assert.deepEqual(await lookAtPages(page, longhand.baseUrl, pages, { isTranslated }), []);
    };
    await look(owner, {
      'held-settings': '/settings/data',
      'held-trash': '/jobs/trash',
      'held-editor-trashed': `/editor/${trashed}`,
    });
    await look(partly, {
      'partly-held-settings': '/settings/data',
      'partly-held-trash': '/jobs/trash',
    });
    await look(operator, {
      'operator-held-account': `/operator/accounts/${owner.id}`,
      'operator-held-accounts': `/operator/accounts?search=${encodeURIComponent(owner.email)}`,
    });
  }
});
