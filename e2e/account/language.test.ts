import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright';
import { hydrated } from '#e2e/support/account/hydrated';
import { freshContext, freshPage } from '#e2e/support/browser';
import { signInContext } from '#e2e/support/sign-in';
import { useSite } from '#e2e/support/use-site';

/* The language of the pages: the account's, or else the browser's. */

const site = useSite({ keepsOpen: true });
/** A page in a browser that prefers Austrian German. */
let german: Page;

before(async () => {
  german = await (await freshContext(site.browser, { locale: 'de-AT' })).newPage();
});

async function openSettings(page: Page, title: string): Promise<void> {
  await page.goto(`${site.longhand.baseUrl}/settings/preferences`);
  await showsSettings(page, title);
}

const showsSettings = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const getPageLanguage = (page: Page) => page.evaluate(() => document.documentElement.lang);

test('strangers read the language of their browser, in its region, and English where there is no other', async () => {
  for (const [accepted, title, lang] of [
    ['de-AT', 'Anmelden · Longhand', 'de-AT'],
    ['en-GB', 'Sign in · Longhand', 'en-GB'],
    ['fr-FR,fr;q=0.9', 'Sign in · Longhand', 'en'],
  ] as const) {
    const answer = await fetch(`${site.longhand.baseUrl}/sign-in`, {
      headers: { 'accept-language': accepted },
    });
    const html = await answer.text();
    assert.deepEqual(
      [/<title>(.*?)<\/title>/.exec(html)?.[1], /<html[^>]* lang="(.*?)"/.exec(html)?.[1]],
      [title, lang],
    );
  }
});

test('a page that Next draws in the browser alone has one language', async () => {
  await german.goto(`${site.longhand.baseUrl}/editor/shared/no-such-link`);
  await german.getByRole('heading', { name: 'Dieser Link funktioniert nicht' }).waitFor();
  await german.getByRole('link', { name: 'Zum Inhalt springen' }).waitFor({ state: 'attached' });
  assert.equal(await getPageLanguage(german), 'de-AT');
});

test('the browser puts into words what the server did, in the same language', async () => {
  const errors: string[] = [];
  german.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await german.goto(`${site.longhand.baseUrl}/sign-in?next=/settings`);
  await hydrated(german);
  await german.getByLabel('E-Mail').fill('nobody@longhand.example');
  await german.getByLabel('Passwort', { exact: true }).fill('a wrong guess');
  await german.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await german.getByRole('alert').getByText('E-Mail oder Passwort ist falsch.').waitFor();
  assert.deepEqual(
    errors.filter((text) => !text.includes('401')),
    [],
  );
});

test('someone who is signed in with a session that knows no language yet gets their browser’s', async () => {
  await signInContext(german.context(), site.longhand, await site.longhand.createAccount());
  await openSettings(german, 'Voreinstellungen');
  assert.equal(await getPageLanguage(german), 'de-AT');
});

test('an account keeps its language in every browser, until it is automatic again', async () => {
  const account = await site.longhand.createAccount();
  const [here, there] = [await freshPage(site.browser), await freshPage(site.browser)];
  const signIn = (page: Page) => signInContext(page.context(), site.longhand, account);
  for (const page of [here, there]) {
    await signIn(page);
    await openSettings(page, 'Preferences');
  }

  await hydrated(here);
  await here.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' });
  await showsSettings(here, 'Voreinstellungen');
  assert.equal(await getPageLanguage(here), 'de');

  // A browser signed in earlier adopts the language, and one that signs in has it at once.
  await openSettings(there, 'Voreinstellungen');
  await there.context().clearCookies();
  await signIn(there);
  const answer = await there.request.get(`${site.longhand.baseUrl}/settings/preferences`);
  assert.match(await answer.text(), /<h1[^>]*>Voreinstellungen</);

  await hydrated(here);
  await here.getByRole('combobox', { name: 'Sprache' }).selectOption({ label: 'Automatisch' });
  await showsSettings(here, 'Preferences');
  await openSettings(there, 'Preferences');
});

test('the API speaks English with everybody', async () => {
  const answers = await Promise.all(
    ['de', 'en'].map(async (language) => {
      const answer = await fetch(`${site.longhand.baseUrl}/v1/jobs`, {
        headers: { 'accept-language': language },
      });
      const { instance: _, ...problem } = (await answer.json()) as Record<string, unknown>;
      return problem;
    }),
  );
  assert.deepEqual(answers[0], answers[1]);
});
