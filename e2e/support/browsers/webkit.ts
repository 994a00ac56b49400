import { spawn, type ChildProcess } from 'node:child_process';
import { Builder, By, Capabilities, Origin, type WebDriver } from 'selenium-webdriver';
import { findMiniBrowser, findProgram } from '#bin/find-program.mjs';
import { freePort } from '#e2e/support/start-longhand';
import { ceilingMs, waitFor } from '#e2e/support/wait';
import type { Driver } from './driver';
import { endProcess, watchOutput } from './end-process';
import { toKeyValue } from './keys';

/** Starts WebKitGTK's MiniBrowser on a virtual display of its own, and drives it through WebDriver. */
export async function startWebkit(): Promise<Driver> {
  const started: ChildProcess[] = [];
  const end = async (): Promise<void> => {
    for (const child of started.toReversed()) await endProcess(child);
  };
  try {
    const screen = await startScreen(started);
    const browser = await openSession(started, screen);
    return toDriver(browser, end);
  } catch (error) {
    await end();
    throw error;
  }
}

/** Starts a virtual X server; returns its display number. */
async function startScreen(started: ChildProcess[]): Promise<string> {
  const words = ['-displayfd', '3', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp'];
  const child = spawn(findProgram('Xvfb') ?? 'Xvfb', words, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  started.push(child);
  const output = watchOutput(child);
  let number = '';
  child.stdio[3]?.on('data', (chunk: Buffer) => (number += chunk.toString()));
  return waitFor('the X server', () => {
    if (child.exitCode !== null) throw new Error(`Xvfb ended with ${child.exitCode}:\n${output()}`);
    return number.endsWith('\n') ? number.trim() : undefined;
  });
}

async function openSession(started: ChildProcess[], screen: string): Promise<WebDriver> {
  const port = await freePort();
  const child = spawn(findProgram('WebKitWebDriver') ?? 'WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${screen}`,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Without a graphics card, compositing layers takes a third of all processor time.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  started.push(child);
  const output = watchOutput(child);
  const address = `http://127.0.0.1:${port}`;
  await waitFor('WebKitWebDriver', async () => {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}:\n${output()}`);
    const answer = await fetch(`${address}/status`).catch(() => undefined);
    return answer?.ok || undefined;
  });
  const options = {
    binary: findMiniBrowser(),
    args: ['--automation', '--enable-mock-capture-devices=true', '--enable-media-stream=true'],
  };
  const browser = await new Builder()
    .usingServer(address)
    .withCapabilities(new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options }))
    .build();
  await browser.manage().setTimeouts({ script: ceilingMs, pageLoad: ceilingMs });
  return browser;
}

function toDriver(browser: WebDriver, end: () => Promise<void>): Driver {
  const press = async (keys: readonly string[]): Promise<void> => {
    const values = keys.map(toKeyValue);
    const actions = browser.actions({ async: false });
    for (const value of values) actions.keyDown(value);
    for (const value of values.toReversed()) actions.keyUp(value);
    await actions.perform();
  };
  return {
    engine: 'webkit',
    open: (address) => browser.get(address),
    reload: () => browser.navigate().refresh(),
    async evaluate(expression) {
      const { value, error } = await browser.executeAsyncScript<{ value: string; error?: string }>(
        `const done = arguments[arguments.length - 1];
        Promise.resolve().then(() => ${expression})
          .then((value) => done({ value }), (error) => done({ error: String(error?.stack ?? error) }));`,
      );
      if (error !== undefined && error !== null) throw new Error(error);
      return value;
    },
    press,
    async compose() {
      // GTK's own input method: a character's code point, which it shows while it is typed.
      await press(['Control', 'Shift', 'KeyU']);
      for (const key of ['3', '0', '4', 'b', 'Space']) await press([key]);
    },
    async click({ x, y }, { count = 1, held = [] } = {}) {
      const actions = browser.actions({ async: false });
      for (const key of held) actions.keyDown(toKeyValue(key));
      actions.move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 0 });
      for (let i = 0; i < count; i++) actions.press().release();
      for (const key of held) actions.keyUp(toKeyValue(key));
      await actions.perform();
    },
    upload: (selector, files) => browser.findElement(By.css(selector)).sendKeys(files.join('\n')),
    async resize(width, height) {
      const [shownWidth = 0, shownHeight = 0] = await browser.executeScript<number[]>(
        'return [innerWidth, innerHeight]',
      );
      const window = await browser.manage().window().getRect();
      await browser
        .manage()
        .window()
        .setRect({
          width: window.width + width - shownWidth,
          height: window.height + height - shownHeight,
          x: 0,
          y: 0,
        });
    },
    screenshot: async () => Buffer.from(await browser.takeScreenshot(), 'base64'),
    async close() {
      await browser.quit().catch(() => undefined);
      await end();
    },
  };
}
