import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { hydrated } from '#e2e/support/account/hydrated';
import { freshContext } from '#e2e/support/browser';
import { signInContext } from '#e2e/support/sign-in';
import { useSite } from '#e2e/support/use-site';

/* The language of the pages: the account's, else the browser's. */

const site = useSite();

async function pageIn(locale: string): Promise<Page> {
  return (await freshContext(site.browser, { locale })).newPage();
}

async function signInOn(
  page: Page,
  { email, password }: { email: string; password: string },
  words: { email: string; password: string; button: string },
): Promise<void> {
  await page.goto(`${site.longhand.baseUrl}/sign-in?next=/settings`);
  await hydrated(page);
  await page.getByLabel(words.email).fill(email);
  await page.getByLabel(words.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: words.button, exact: true }).click();
}

const english = { email: 'Email', password: 'Password', button: 'Sign in' };
const german = { email: 'E-Mail', password: 'Passwort', button: 'Anmelden' };
const settings = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const getPageLanguage = (page: Page) => page.evaluate(() => document.documentElement.lang);

test('strangers read the language of their browser, in its region, and English where there is no other', async () => {
  for (const [locale, title, lang] of [
    ['de-AT', 'Anmelden · Longhand', 'de-AT'],
    ['en-GB', 'Sign in · Longhand', 'en-GB'],
    ['fr-FR', 'Sign in · Longhand', 'en'],
  ] as const) {
    const page = await pageIn(locale);
    await page.goto(`${site.longhand.baseUrl}/sign-in`);
    assert.deepEqual([await page.title(), await getPageLanguage(page)], [title, lang]);
  }
});

test('a page that Next draws in the browser alone has one language', async () => {
  const page = await pageIn('de-AT');
  await page.goto(`${site.longhand.baseUrl}/editor/shared/no-such-link`);
  await page.getByRole('heading', { name: 'Dieser Link funktioniert nicht' }).waitFor();
  await page.getByRole('link', { name: 'Zum Inhalt springen' }).waitFor({ state: 'attached' });
  assert.equal(await getPageLanguage(page), 'de-AT');
});

test('the browser puts into words what the server did, in the same language', async () => {
  const page = await pageIn('de');
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await signInOn(page, { email: 'nobody@longhand.example', password: 'a wrong guess' }, german);
  await page.getByRole('alert').getByText('E-Mail oder Passwort ist falsch.').waitFor();
  assert.deepEqual(
    errors.filter((text) => !text.includes('401')),
    [],
  );
});

test('an account keeps its language in every browser, until it is automatic again', async () => {
  const account = await site.longhand.createAccount();
  const [here, there] = [await pageIn('en-US'), await pageIn('en-US')];
  await signInOn(here, account, english);
  await settings(here, 'Settings');
  await signInOn(there, account, english);
  await settings(there, 'Settings');

  await hydrated(here);
  await here.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' });
  await settings(here, 'Einstellungen');
  assert.equal(await getPageLanguage(here), 'de');

  // A browser that was signed in before takes it over, and one that signs in has it at once.
  await there.goto(`${site.longhand.baseUrl}/settings`);
  await settings(there, 'Einstellungen');
  const late = await pageIn('en-US');
  await signInOn(late, account, english);
  await settings(late, 'Einstellungen');

  await hydrated(here);
  await here.getByRole('combobox', { name: 'Sprache' }).selectOption({ label: 'Automatisch' });
  await settings(here, 'Settings');
  await there.goto(`${site.longhand.baseUrl}/settings`);
  await settings(there, 'Settings');
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

test('someone who is signed in with a session that knows no language yet gets their browser’s', async () => {
  const context = await freshContext(site.browser, { locale: 'de-CH' });
  await signInContext(context, site.longhand, await site.longhand.createAccount());
  const page = await context.newPage();
  await page.goto(`${site.longhand.baseUrl}/settings`);
  await settings(page, 'Einstellungen');
  assert.equal(await getPageLanguage(page), 'de-CH');
});
