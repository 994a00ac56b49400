import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { clientOf } from '../client';
import { startReceiver, type Receiver } from '../callbacks/receiver';
import { readClips } from '../speech';
import { useLonghand, type SharedLonghand } from '../start-longhand';
import { freshPage, startBrowser } from '../support/browser';
import { lookAtPage } from '../support/look-at-page';
import { signIn } from '../support/sign-in';

/*
 * Every page of the site, on a phone and on a laptop, light and dark: without a serious finding of axe, and never wider
 * than its window. The ones of a server where everybody may sign up are in walk.test.ts.
 */

const longName =
  'A recording of the council of Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, second part.wav';

let longhand: SharedLonghand;
let browser: Browser;
let receiver: Receiver;
let account: { email: string; password: string; apiKey: string };
let jobId: string;
let sharedPath: string;
let failedId: string;

before(async () => {
  receiver = await startReceiver((_, response) => response.writeHead(500).end('{"error":"away"}'));
  longhand = await useLonghand();
  browser = await startBrowser();
  account = await longhand.createAccount();
  const client = clientOf(longhand, account.apiKey);
  const clip = (await readClips())[1]?.file ?? '';
  jobId = (await client.submitFile(clip, 'audio/wav', { metadata: 'order 4711' })).id;
  await client.ended(jobId);
  await longhand.sql`update jobs set name = ${longName} where id = ${jobId}`;
  const failed = await client.submitUrl(receiver.missing, { callback_url: receiver.url });
  failedId = (await client.ended(failed.id)).id;
  const shared = await client.request(`/jobs/${jobId}/share`, { method: 'POST' });
  sharedPath = new URL(((await shared.json()) as { editor_url: string }).editor_url).pathname;
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
  await receiver?.close();
});

/** What is wrong with these pages, by the name of each and its path. */
async function lookAt(page: Page, pages: Record<string, string>): Promise<string[]> {
  const findings: string[] = [];
  for (const [name, where] of Object.entries(pages)) {
    findings.push(...(await lookAtPage(page, `${longhand.baseUrl}${where}`, name)));
  }
  return findings;
}

test('no page for strangers has a serious finding or is wider than its window, light and dark', async () => {
  const page = await freshPage(browser);
  const findings = await lookAt(page, {
    front: '/',
    'sign-in': '/sign-in',
    'sign-up-closed': '/sign-up',
    'forgot-password': '/forgot-password',
    'no-such-page': '/no-such-page',
    shared: sharedPath,
    'dead-link': `${sharedPath}x`,
  });
  assert.deepEqual(findings, []);
});

test('no page of an account has a serious finding or is wider than its window, light and dark', async () => {
  const page = await freshPage(browser);
  await signIn(page, longhand, account);
  const findings = await lookAt(page, {
    jobs: '/jobs',
    developers: '/developers',
    callbacks: '/developers/callbacks',
    'signing-secret': '/developers/signing-secret',
    sandbox: '/developers/sandbox',
    balance: '/balance',
    'top-up': '/balance/top-up',
    settings: '/settings',
    'editor-job': `/editor/${jobId}`,
    'editor-failed': `/editor/${failedId}`,
  });
  assert.deepEqual(findings, []);
});
