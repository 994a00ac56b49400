import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright';
import { clientOf } from '../client';
import { startReceiver, type Receiver } from '../callbacks/receiver';
import { readClips } from '../speech';
import { startLonghand, type Longhand } from '../start-longhand';
import { freshPage, startBrowser } from '../support/browser';
import { signIn } from '../support/sign-in';
import { hydrated } from './hydrated';

/*
 * Every page of the site, on a phone and on a laptop, light and dark: without a serious finding of axe, never wider
 * than its window, and as a picture in .longhand/screenshots.
 */

const pictures = path.resolve('.longhand/screenshots');
const longName =
  'A recording of the council of Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, second part.wav';

let longhand: Longhand;
let browser: Browser;
let receiver: Receiver;
let account: { email: string; password: string; apiKey: string };
let jobId: string;
let sharedPath: string;
let failedId: string;

before(async () => {
  await mkdir(pictures, { recursive: true });
  receiver = await startReceiver((_, response) => response.writeHead(500).end('{"error":"away"}'));
  longhand = await startLonghand({
    LONGHAND_ALLOW_PRIVATE_NETWORKS: '127.0.0.1/32',
    LONGHAND_ALLOW_PORTS: '1-65535',
    LONGHAND_SIGN_UP: 'open',
  });
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

const forStrangers = () => [
  '/',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/no-such-page',
  sharedPath,
  `${sharedPath}x`,
];
const forOwners = () => [
  '/jobs',
  '/developers',
  '/developers/callbacks',
  '/developers/signing-secret',
  '/developers/sandbox',
  '/balance',
  '/balance/top-up',
  '/settings',
  `/editor/${jobId}`,
  `/editor/${failedId}`,
];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no page has a serious finding or is wider than its window, ${colorScheme}`, async () => {
    const page = await freshPage(browser);
    await page.emulateMedia({ colorScheme });
    const findings: string[] = [];
    const look = async (where: string) => {
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`${longhand.baseUrl}${where}`);
        await hydrated(page);
        const name = where
          .replace(jobId, 'job')
          .replace(failedId, 'failed')
          .replace(`${sharedPath}x`, '/editor/dead-link')
          .replace(/shared\/.*/, 'shared');
        const file = `${name === '/' ? 'front' : name.slice(1).replaceAll('/', '-')}-${width}-${colorScheme}.png`;
        await page.screenshot({ path: path.join(pictures, file), fullPage: true });
        const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        if (isTooWide) findings.push(`${where} is wider than ${width}`);
        const { violations } = await new AxeBuilder({ page }).analyze();
        for (const { id, impact, nodes } of violations) {
          if (impact !== 'serious' && impact !== 'critical') continue;
          findings.push(
            `${where} at ${width}: ${id} ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
          );
        }
      }
    };
    for (const where of forStrangers()) await look(where);
    await signIn(page, longhand, account);
    for (const where of forOwners()) await look(where);
    assert.deepEqual(findings, []);
  });
}
