import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { warnBelow } from '#lib/billing/warn-below';
import { connect } from '#lib/db/connect';
import { makeClient } from '#e2e/support/client';
import { expect } from '#e2e/support/expect';
import { readClips } from '#e2e/support/speech';
import { startLonghand, type Longhand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';
import { freshContext, freshPage, startBrowser } from '#e2e/support/browser';
import { signIn, signInContext, signInForCookies } from '#e2e/support/sign-in';
import { hydrated } from '#e2e/support/account/hydrated';
import { keepsFocus } from '#e2e/support/keeps-focus';
import { startMailbox, type Mailbox } from '#e2e/support/account/mailbox';

let longhand: Longhand;
let browser: Browser;
let mailbox: Mailbox;

before(async () => {
  mailbox = await startMailbox();
  const settings = {
    LONGHAND_SIGN_UP: 'open',
    LONGHAND_SMTP_URL: mailbox.smtpUrl,
    LONGHAND_MAIL_FROM: 'Longhand <longhand@longhand.example>',
  };
  [longhand, browser] = await Promise.all([startLonghand(settings), startBrowser()]);
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
  await mailbox?.close();
});

/** Asks on this page for an email to this address; gives what the page says then. */
async function ask(path: string, email: string, button: string): Promise<{ page: Page; said: string }> {
  const page = await freshPage(browser);
  return { page, said: await askOn(page, path, email, button) };
}

async function askOn(page: Page, path: string, email: string, button: string): Promise<string> {
  await fillIn(page, path, email, button);
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  return (await page.getByRole('main').innerText()).replaceAll(email, '…');
}

async function fillIn(page: Page, path: string, email: string, button: string): Promise<void> {
  await page.goto(`${longhand.baseUrl}${path}`);
  await hydrated(page);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('main').getByRole('button', { name: button }).click();
}

async function choose(page: Page, label: string, password: string, button: string): Promise<void> {
  await hydrated(page);
  await page.getByLabel(label, { exact: true }).fill(password);
  await page.getByRole('button', { name: button }).click();
}

test('a forgotten password is replaced through an email, once, and every browser is signed out', async () => {
  const account = await longhand.createAccount();
  const old = await freshPage(browser);
  await signIn(old, longhand, account);

  const { page } = await ask('/forgot-password', account.email.toUpperCase(), 'Send link');
  const link = await mailbox.linkTo(account.email, '/reset-password');
  const { hash, stored } = {
    hash: link.split('=')[1],
    stored: JSON.stringify(await longhand.sql`select * from one_time_links`),
  };
  assert.ok(hash !== undefined && !stored.includes(hash), 'only the hash of the token is stored');

  await page.goto(link);
  await choose(page, 'New password', 'the new password', 'Change password');
  await page.getByRole('heading', { name: 'Password changed' }).waitFor();
  await old.goto(`${longhand.baseUrl}/jobs`);
  await old.waitForURL('**/sign-in?next=%2Fjobs');
  await signIn(old, longhand, { ...account, password: 'the new password' });

  await page.goto(link);
  await page.getByRole('heading', { name: 'Link expired' }).waitFor();
  assert.ok(!longhand.output().includes(hash), 'the token is in no log');
});

test('emails are in the language of the account, or of whoever asks for one', async () => {
  const account = await longhand.createAccount();
  await longhand.sql`update accounts set language = 'de' where id = ${account.id}`;
  await ask('/forgot-password', account.email, 'Send link');
  const reset = await waitFor('the email', () => mailbox.emails.find(({ to }) => to === account.email));
  assert.match(reset.text, /ein neues Passwort\. Der Link ist eine Stunde/);

  const page = await (await freshContext(browser, { locale: 'de-AT' })).newPage();
  await page.goto(`${longhand.baseUrl}/sign-up`);
  await hydrated(page);
  await page.getByLabel('E-Mail').fill('neu@longhand.example');
  await page.getByRole('main').getByRole('button', { name: 'Registrieren' }).click();
  await page.getByRole('heading', { name: 'Prüfen Sie Ihren Posteingang' }).waitFor();
  const received = await waitFor('the email', () =>
    mailbox.emails.find(({ to }) => to === 'neu@longhand.example'),
  );
  assert.match(received.text, /um die Registrierung abzuschlie/);
});

async function askForChange(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${longhand.baseUrl}/settings`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Change email…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New email').fill(email);
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Send link' }).click();
}

test('an email address is changed with the password and through a link to the new one', async () => {
  const account = await longhand.createAccount();
  const wanted = `new-${account.email}`;
  const page = await freshPage(browser);
  await signInContext(page.context(), longhand, account);
  await askForChange(page, wanted, 'a wrong guess');
  await page.getByRole('dialog').getByRole('alert').getByText('Wrong password').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await keepsFocus(page, page.getByRole('button', { name: 'Change email…' }));
  await askForChange(page, wanted, account.password);
  await page.getByText(`we’ve sent a link to ${wanted}`).waitFor();
  const notice = await waitFor('a notice to the old address', () =>
    mailbox.emails.find(({ to }) => to === account.email),
  );
  assert.match(notice.text, /is about to change/);
  const first = await mailbox.linkTo(wanted, '/confirm-email');
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('Only the latest link works').waitFor();
  const link = await mailbox.linkTo(wanted, '/confirm-email');
  await page.goto(first);
  await page.getByRole('heading', { name: 'Link expired' }).waitFor();

  // Opened elsewhere, it asks to sign in first, still with the old address.
  const elsewhere = await freshPage(browser);
  await elsewhere.goto(link);
  await elsewhere.waitForURL('**/sign-in?next=*');
  await hydrated(elsewhere);
  await elsewhere.getByLabel('Email').fill(account.email);
  await elsewhere.getByLabel('Password', { exact: true }).fill(account.password);
  await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click();
  await elsewhere.waitForURL('**/confirm-email?token=*');
  await hydrated(elsewhere);
  await elsewhere.getByRole('button', { name: 'Change email' }).click();
  await elsewhere.getByRole('heading', { name: 'Email changed' }).waitFor();
  // The other browser stays signed in.
  await page.goto(`${longhand.baseUrl}/settings`);
  await page.getByRole('region', { name: 'Email' }).getByText(wanted).waitFor();
  await signInForCookies(longhand, { ...account, email: wanted });
});

test('a change to a taken address looks like any other, and its owner is told', async () => {
  const [account, owner] = [await longhand.createAccount(), await longhand.createAccount()];
  const page = await freshPage(browser);
  await signInContext(page.context(), longhand, account);
  await askForChange(page, owner.email, account.password);
  await page.getByText(`we’ve sent a link to ${owner.email}`).waitFor();
  const received = await waitFor('an email to the owner', () =>
    mailbox.emails.find(({ to }) => to === owner.email),
  );
  assert.match(received.text, /already belongs to your account/);
  await page.getByRole('button', { name: 'Cancel change' }).click();
  await page.getByText('Change canceled').waitFor();
  await page.getByText('Waiting for confirmation').waitFor({ state: 'detached' });
});

test('a reset link ends after an hour, with the password as it was', async () => {
  const account = await longhand.createAccount();
  const { page } = await ask('/forgot-password', account.email, 'Send link');
  const link = await mailbox.linkTo(account.email, '/reset-password');
  await page.goto(link);
  await longhand.sql`update one_time_links set valid_until = now() - interval '1 second'`;
  await choose(page, 'New password', 'the new password', 'Change password');
  await page.getByRole('alert').getByText('This link has expired').waitFor();
  await signIn(page, longhand, account);
});

test('only the owner of an address learns whether it has an account', async () => {
  const { email } = await longhand.createAccount();
  const known = await ask('/forgot-password', email, 'Send link');
  const unknown = await ask('/forgot-password', 'nobody@longhand.example', 'Send link');
  assert.equal(unknown.said, known.said);
  await mailbox.linkTo(email, '/reset-password');

  const taken = await ask('/sign-up', email, 'Sign up');
  const free = await ask('/sign-up', 'free@longhand.example', 'Sign up');
  assert.equal(taken.said, free.said);
  await mailbox.linkTo('free@longhand.example', '/sign-up');
  const received = await waitFor('an email to the owner', () =>
    mailbox.emails.find(({ to }) => to === email),
  );
  assert.match(received.text, /you already have one/);
  await waitFor('an empty queue', async () => {
    const rows = await longhand.sql`select id from graphile_worker.jobs where task_identifier = 'mail-link'`;
    return rows.length === 0 ? true : undefined;
  });
  assert.ok(mailbox.emails.every(({ to }) => to !== 'nobody@longhand.example'));
});

test('a stranger signs up through an email and lands on their jobs, signed in', async () => {
  const email = 'newcomer@longhand.example';
  const front = await freshPage(browser);
  await front.goto(longhand.baseUrl);
  await front.getByRole('link', { name: 'Sign up' }).click();
  await front.waitForURL('**/sign-up');
  const { page } = await ask('/sign-up', email, 'Sign up');
  const link = await mailbox.linkTo(email, '/sign-up');
  await page.goto(link);
  await choose(page, 'Password', 'a good password', 'Create account');
  await page.waitForURL(`${longhand.baseUrl}/jobs`);
  await page.getByText(email).waitFor();
  await signInForCookies(longhand, { email, password: 'a good password' });
});

test('an address gets four emails an hour, whether it has an account or not', async () => {
  const { email } = await longhand.createAccount();
  for (const someone of [email, 'bombed@longhand.example']) {
    const page = await freshPage(browser);
    for (let n = 0; n < 4; n++) await askOn(page, '/forgot-password', someone, 'Send link');
    await fillIn(page, '/forgot-password', someone, 'Send link');
    await page
      .getByRole('alert')
      .getByText(/Too many attempts\. Try again in \d+ minutes\./)
      .waitFor();
  }
});

test('a warning of a low balance arrives', async () => {
  const account = await longhand.createAccount(110);
  const { db, close } = connect(longhand.databaseUrl, { max: 1 });
  await warnBelow(db, { accountId: account.id, limitCents: 1_00 });
  await close();
  await makeClient(longhand, account.apiKey).submitFile((await readClips())[1]?.file ?? '', 'audio/wav');
  const received = await waitFor('the email', () => mailbox.emails.find(({ to }) => to === account.email));
  assert.match(received.text, /Subject: Your Longhand balance is \$0\.85/);
  assert.match(received.text, /below your limit of \$1\.00/);
});

test('an email says that a transcript is ready, for recordings from the API once that is chosen', async () => {
  const account = await longhand.createAccount();
  const client = makeClient(longhand, account.apiKey);
  const clip = (await readClips())[1]?.file ?? '';
  const context = await freshContext(browser);
  await signInContext(context, longhand, account);
  const page = await context.newPage();
  await page.goto(`${longhand.baseUrl}/settings`);
  await hydrated(page);
  const choice = page.getByLabel('Email me');
  const section = page.getByRole('region', { name: 'Notifications' });
  await expect(choice).toHaveValue('');
  await choice.selectOption('For recordings I add on this site');
  await section.getByText('Saved.').waitFor();
  await client.ended((await client.submitFile(clip, 'audio/wav')).id);

  await choice.selectOption('For all recordings, including those from the API');
  await section.getByText('Saved.').waitFor();
  const { id } = await client.ended((await client.submitFile(clip, 'audio/wav')).id);
  const toOwner = () => mailbox.emails.filter(({ to }) => to === account.email);
  const received = await waitFor('the email', () => toOwner()[0]);
  assert.match(received.text, /Subject: Transcript ready: /);
  assert.ok(received.text.includes(`${longhand.baseUrl}/editor/${id}`), received.text);
  assert.equal(toOwner().length, 1);
  await page.reload();
  await hydrated(page);
  await expect(choice).toHaveValue('all');
});

test('the low balance alert is saved, refused if it is no amount, and can be removed', async () => {
  const context = await freshContext(browser);
  await signInContext(context, longhand, await longhand.createAccount());
  const page = await context.newPage();
  await page.goto(`${longhand.baseUrl}/balance`);
  await hydrated(page);
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
