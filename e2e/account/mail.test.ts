import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { warnBelow } from '#lib/billing/warn-below';
import { countAttempts } from '#e2e/support/account/count-attempts';
import { hydrated } from '#e2e/support/account/hydrated';
import type { Mailbox } from '#e2e/support/account/mailbox';
import { plugIn } from '#e2e/support/account/plug-in';
import { withServiceDatabase } from '#e2e/support/account/with-service-database';
import { closePages, freshContext, freshPage, shareBrowser } from '#e2e/support/browser';
import { makeClient } from '#e2e/support/client';
import { expect } from '#e2e/support/expect';
import { keepsFocus } from '#e2e/support/keeps-focus';
import { useConnectedService } from '#e2e/support/services/use-connected-service';
import { signInContext, signInForCookies } from '#e2e/support/sign-in';
import { readClips } from '#e2e/support/speech';
import type { Longhand, TestAccount } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';

/* The emails of a service with a mail server, and their links: opened signed out and signed in. */

let longhand: Longhand;
let browser: Browser;
let mailbox: Mailbox;
let stranger: Page;
let page: Page;

before(async () => {
  ({ longhand, mailbox } = await useConnectedService());
  browser = await shareBrowser();
  [stranger, page] = await Promise.all([freshPage(browser), freshPage(browser)]);
});
after(closePages);

/** Requests an email to this address. Returns the page's text afterwards. */
async function ask(path: string, email: string, button: string): Promise<string> {
  await stranger.goto(`${longhand.baseUrl}${path}`);
  await fillIn(email, button);
  await stranger.getByRole('heading', { name: 'Check your email' }).waitFor();
  return (await stranger.getByRole('main').innerText()).replaceAll(email, '…');
}

async function fillIn(email: string, button: string): Promise<void> {
  await hydrated(stranger);
  await stranger.getByLabel('Email').fill(email);
  await stranger.getByRole('main').getByRole('button', { name: button }).click();
}

async function choose(label: string, password: string, button: string): Promise<void> {
  await hydrated(stranger);
  await stranger.getByLabel(label, { exact: true }).fill(password);
  await stranger.getByRole('button', { name: button, exact: true }).click();
}

/** Opens a page, signed in to the account. */
async function openAs(account: TestAccount, path: string): Promise<void> {
  await signInContext(page.context(), longhand, account);
  await page.goto(`${longhand.baseUrl}${path}`);
  await hydrated(page);
}

const emailTo = (email: string) =>
  waitFor(`an email to ${email}`, () => mailbox.emails.find(({ to }) => to === email));

test('a forgotten password is replaced through an email, once and within an hour, and every browser is signed out', async () => {
  const account = await longhand.createAccount();
  const cookie = await signInForCookies(longhand, account);
  const isSignedIn = async () => {
    const answer = await fetch(`${longhand.baseUrl}/jobs`, { headers: { cookie }, redirect: 'manual' });
    return answer.status === 200;
  };

  await ask('/forgot-password', account.email.toUpperCase(), 'Send link');
  const link = await mailbox.linkTo(account.email, '/reset-password');
  const { hash, stored } = {
    hash: link.split('=')[1],
    stored: JSON.stringify(await longhand.sql`select * from one_time_links`),
  };
  assert.ok(hash !== undefined && !stored.includes(hash), 'only the hash of the token is stored');

  await stranger.goto(link);
  await longhand.sql`update one_time_links set valid_until = now() - interval '1 second'`;
  await choose('New password', 'the new password', 'Change password');
  await stranger.getByRole('alert').getByText('This link has expired').waitFor();
  assert.equal(await isSignedIn(), true);
  await signInForCookies(longhand, account);

  await longhand.sql`update one_time_links set valid_until = now() + interval '1 hour'`;
  await choose('New password', 'the new password', 'Change password');
  await stranger.getByRole('heading', { name: 'Password changed' }).waitFor();
  assert.equal(await isSignedIn(), false);
  await signInForCookies(longhand, { ...account, password: 'the new password' });

  await stranger.goto(link);
  await stranger.getByRole('heading', { name: 'Link expired' }).waitFor();
  assert.ok(!longhand.output().includes(hash), 'the token is in no log');
});

test('emails are in the language of the account, or of whoever asks for one', async () => {
  const account = await longhand.createAccount();
  await longhand.sql`update accounts set language = 'de' where id = ${account.id}`;
  await ask('/forgot-password', account.email, 'Send link');
  assert.match((await emailTo(account.email)).text, /ein neues Passwort\. Der Link ist eine Stunde/);

  const german = await (await freshContext(browser, { locale: 'de-AT' })).newPage();
  await german.goto(`${longhand.baseUrl}/sign-up`);
  await hydrated(german);
  await german.getByLabel('E-Mail').fill('neu@longhand.example');
  await german.getByRole('main').getByRole('button', { name: 'Registrieren' }).click();
  await german.getByRole('heading', { name: 'Prüfen Sie Ihren Posteingang' }).waitFor();
  assert.match((await emailTo('neu@longhand.example')).text, /um die Registrierung abzuschlie/);
  await german.context().close();
});

async function askForChange(email: string, password: string): Promise<void> {
  await page.getByRole('button', { name: 'Change email…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New email').fill(email);
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Send link' }).click();
}

test('a sign-in from a new browser and a key made there are told by email, whatever the settings', async () => {
  const account = await longhand.createAccount();
  await signInForCookies(longhand, account);
  assert.ok(
    mailbox.emails.every(({ to }) => to !== account.email),
    'the first browser is the owner’s',
  );
  await openAs(account, '/developers');
  const signedIn = await emailTo(account.email);
  assert.match(signedIn.text, /Subject: New sign-in to your Longhand account/);
  assert.match(signedIn.text, /Browser: Chrome on Linux\r\nIP address: 127\.0\.0\.1/);
  mailbox.emails.splice(mailbox.emails.indexOf(signedIn), 1);
  await page.getByRole('button', { name: 'Create API key' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Backup');
  await page.keyboard.press('Enter');
  const key = await page.getByText(/^lh_live_[0-9A-Za-z]{38}$/).innerText();
  const created = await emailTo(account.email);
  assert.match(created.text, /The API key “?.*Backup/);
  assert.ok(!created.text.includes(key) && !longhand.output().includes(key));
});

test('a new passkey is told by email, with its name', async () => {
  const account = await longhand.createAccount();
  await openAs(account, '/settings/security');
  const { cdp } = await plugIn(page);
  await page.getByRole('button', { name: 'Add a passkey…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('My laptop');
  await dialog.getByLabel('Your password or a code').fill(account.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Passkey added.').waitFor();
  const { text } = await emailTo(account.email);
  assert.match(text, /Subject: New passkey for your Longhand account/);
  assert.match(text, /The passkey “?.*My laptop.* was added/);
  await cdp.detach();
});

test('an email address is changed with the password and through a link to the new one', async () => {
  const account = await longhand.createAccount();
  const wanted = `new-${account.email}`;
  await openAs(account, '/settings');
  await askForChange(wanted, 'a wrong guess');
  await page.getByRole('dialog').getByRole('alert').getByText('Wrong password').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await keepsFocus(page, page.getByRole('button', { name: 'Change email…' }));
  await askForChange(wanted, account.password);
  await page.getByText(`we’ve sent a link to ${wanted}`).waitFor();
  assert.match((await emailTo(account.email)).text, /is about to change/);
  const first = await mailbox.linkTo(wanted, '/confirm-email');
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('Only the latest link works').waitFor();
  const link = await mailbox.linkTo(wanted, '/confirm-email');
  await page.goto(first);
  await page.getByRole('heading', { name: 'Link expired' }).waitFor();

  // In another browser, the link requires signing in first, still with the old address.
  await stranger.goto(link);
  await stranger.waitForURL('**/sign-in?next=*');
  await stranger.getByLabel('Email').fill(account.email);
  await choose('Password', account.password, 'Sign in');
  await stranger.waitForURL('**/confirm-email?token=*');
  await hydrated(stranger);
  await stranger.getByRole('button', { name: 'Change email' }).click();
  await stranger.getByRole('heading', { name: 'Email changed' }).waitFor();
  await stranger.context().clearCookies();
  // The other browser stays signed in.
  await page.goto(`${longhand.baseUrl}/settings`);
  await page.getByRole('region', { name: 'Email' }).getByText(wanted).waitFor();
  await signInForCookies(longhand, { ...account, email: wanted });
});

test('a change to a taken address looks like any other, and its owner is told', async () => {
  const [account, owner] = [await longhand.createAccount(), await longhand.createAccount()];
  await openAs(account, '/settings');
  await askForChange(owner.email, account.password);
  await page.getByText(`we’ve sent a link to ${owner.email}`).waitFor();
  assert.match((await emailTo(owner.email)).text, /already belongs to your account/);
  await page.getByRole('button', { name: 'Cancel change' }).click();
  await page.getByText('Change canceled').waitFor();
  await page.getByText('Waiting for confirmation').waitFor({ state: 'detached' });
});

test('only the owner of an address learns whether it has an account', async () => {
  const { email } = await longhand.createAccount();
  const known = await ask('/forgot-password', email, 'Send link');
  const unknown = await ask('/forgot-password', 'nobody@longhand.example', 'Send link');
  assert.equal(unknown, known);
  await mailbox.linkTo(email, '/reset-password');

  const taken = await ask('/sign-up', email, 'Sign up');
  const free = await ask('/sign-up', 'free@longhand.example', 'Sign up');
  assert.equal(taken, free);
  await mailbox.linkTo('free@longhand.example', '/sign-up');
  assert.match((await emailTo(email)).text, /you already have one/);
  await waitFor('an empty queue', async () => {
    const rows = await longhand.sql`select id from graphile_worker.jobs where task_identifier = 'mail-link'`;
    return rows.length === 0 ? true : undefined;
  });
  assert.ok(mailbox.emails.every(({ to }) => to !== 'nobody@longhand.example'));
});

test('an address gets four emails an hour, whether it has an account or not', async () => {
  const { email } = await longhand.createAccount();
  const accounts = [email, 'bombed@longhand.example'];
  await countAttempts(longhand, 'mail-request', { accounts, times: 3 });
  for (const someone of accounts) await ask('/forgot-password', someone, 'Send link');
  await stranger.goto(`${longhand.baseUrl}/forgot-password`);
  for (const someone of accounts) {
    await fillIn(someone, 'Send link');
    await stranger
      .getByRole('alert')
      .getByText(/Too many attempts\. Try again in \d+ minutes\./)
      .waitFor();
  }
});

test('a stranger signs up through an email and lands on their jobs, signed in, with the sample transcript', async () => {
  const email = 'newcomer@longhand.example';
  await stranger.goto(longhand.baseUrl);
  await stranger.getByRole('link', { name: 'Sign up' }).click();
  await stranger.waitForURL('**/sign-up');
  await fillIn(email, 'Sign up');
  await stranger.goto(await mailbox.linkTo(email, '/sign-up'));
  await choose('Password', 'a good password', 'Create account');
  await stranger.waitForURL(`${longhand.baseUrl}/jobs`);
  await stranger.getByText(email).waitFor();
  await stranger.getByRole('link', { name: 'Open the sample transcript' }).waitFor();
  await signInForCookies(longhand, { email, password: 'a good password' });
});

test('a warning of a low balance arrives', async () => {
  const account = await longhand.createAccount(110);
  await withServiceDatabase(longhand, (db) => warnBelow(db, { accountId: account.id, limitCents: 1_00 }));
  await makeClient(longhand, account.apiKey).submitUrl('http://127.0.0.1:9/talk.wav');
  const received = await emailTo(account.email);
  assert.match(received.text, /Subject: Your Longhand balance is \$0\.85/);
  assert.match(received.text, /below your limit of \$1\.00/);
});

test('an email says that a transcript is ready, for recordings from the API once that is chosen', async () => {
  const account = await longhand.createAccount();
  const client = makeClient(longhand, account.apiKey);
  const clip = (await readClips())[1]?.file ?? '';
  await openAs(account, '/settings/preferences');
  const choice = page.getByLabel('Email me');
  const section = page.getByRole('region', { name: 'Notifications' });
  await expect(choice).toHaveValue('');
  await choice.selectOption('For recordings I add on this site');
  await section.getByText('Saved.').waitFor();
  await client.ended((await client.submitFile(clip, 'audio/wav')).id);

  await choice.selectOption('For all recordings, including those from the API');
  await section.getByText('Saved.').waitFor();
  const { id } = await client.ended((await client.submitFile(clip, 'audio/wav')).id);
  const received = await emailTo(account.email);
  assert.match(received.text, /Subject: Transcript ready: /);
  assert.ok(received.text.includes(`${longhand.baseUrl}/editor/${id}`), received.text);
  assert.equal(mailbox.emails.filter(({ to }) => to === account.email).length, 1);
  await page.reload();
  await hydrated(page);
  await expect(choice).toHaveValue('all');
});

test('the low balance alert is saved, refused if it is no amount, and can be removed', async () => {
  await openAs(await longhand.createAccount(), '/balance');
  const limit = page.getByLabel('Email me when my balance falls below');
  const save = page.getByRole('button', { name: 'Save' });
  await limit.fill('lots');
  await save.click();
  await page.getByRole('alert').getByText('Enter an amount').waitFor();
  await limit.fill('1');
  await save.click();
  await page.getByText('We’ll email you when your balance falls below $1.00.').waitFor();
  await page.reload();
  await hydrated(page);
  await expect(limit).toHaveValue('1.00');
  await limit.fill('');
  await save.click();
  await page.getByText('Alert turned off.').waitFor();
});
