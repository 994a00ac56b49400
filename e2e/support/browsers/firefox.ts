import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, type ElementHandle, type KeyInput } from 'puppeteer-core';
import { findFirefox } from '#bin/find-program.mjs';
import { ceilingMs, waitFor } from '#e2e/support/wait';
import type { Driver } from './driver';
import { endProcess, watchOutput } from './end-process';

/** Keeps Firefox from showing prompts or pages of its own; it plays media that a click has started. */
const preferences = {
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.disable_beforeunload': true,
  // Only one page is ever shown: a prelaunched process for the next one would be wasted.
  'dom.ipc.processPrelaunch.enabled': false,
  // A fake microphone, allowed without a prompt.
  'media.navigator.permission.disabled': true,
  'media.navigator.streams.fake': true,
  'extensions.systemAddon.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'remote.prefs.recommended': true,
  'toolkit.telemetry.server': '',
};

/** Starts the system's Firefox headless, and drives it through WebDriver BiDi. */
export async function startFirefox(): Promise<Driver> {
  const profile = await mkdtemp(path.join(tmpdir(), 'longhand-firefox-'));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(path.join(profile, 'user.js'), lines.join(''));
  const words = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const child = spawn(findFirefox() ?? 'firefox', words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const output = watchOutput(child);
  const end = async (): Promise<void> => {
    await endProcess(child);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const address = await waitFor('Firefox to listen', () => {
      if (child.exitCode !== null) throw new Error(`Firefox ended with ${child.exitCode}:\n${output()}`);
      return /WebDriver BiDi listening on (ws:\S+)/.exec(output())?.[1];
    });
    const browser = await connect({
      browserWSEndpoint: `${address}/session`,
      protocol: 'webDriverBiDi',
      defaultViewport: { width: 1280, height: 800 },
      protocolTimeout: ceilingMs,
    });
    const page = await browser.newPage();
    page.setDefaultTimeout(ceilingMs);
    const keyboard = {
      down: (key: string) => page.keyboard.down(toKeyInput(key)),
      up: (key: string) => page.keyboard.up(toKeyInput(key)),
    };
    const hold = async (keys: readonly string[], work: () => Promise<void>): Promise<void> => {
      for (const key of keys) await keyboard.down(key);
      await work();
      for (const key of keys.toReversed()) await keyboard.up(key);
    };
    return {
      engine: 'firefox',
      open: async (address) => void (await page.goto(address)),
      reload: async () => void (await page.reload()),
      evaluate: (expression) => page.evaluate(expression) as Promise<string>,
      press: (keys) => hold(keys, async () => {}),
      click: ({ x, y }, { count = 1, held = [] } = {}) => hold(held, () => page.mouse.click(x, y, { count })),
      async upload(selector, files) {
        const field = (await page.$(selector)) as ElementHandle<HTMLInputElement> | null;
        if (field === null) throw new Error(`there is no ${selector}`);
        await field.uploadFile(...files);
      },
      resize: (width, height) => page.setViewport({ width, height }),
      screenshot: async () => Buffer.from(await page.screenshot()),
      async close() {
        await browser.close().catch(() => undefined);
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Puppeteer names keys as the DOM does, except the space bar. */
const toKeyInput = (key: string): KeyInput => (key === 'Space' ? ' ' : (key as KeyInput));
