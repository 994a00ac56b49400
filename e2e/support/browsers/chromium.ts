import { freshPage, startBrowser } from '#e2e/support/browser';
import type { Driver } from './driver';

/** Starts Chromium through Playwright. */
export async function startChromium(): Promise<Driver> {
  const browser = await startBrowser();
  const page = await freshPage(browser);
  return {
    engine: 'chromium',
    open: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    evaluate: (expression) => page.evaluate<string>(expression),
    async press(keys) {
      const [key = ''] = keys;
      // Playwright knows the keys of an American keyboard only.
      if (keys.length === 1 && /^[^\x20-\x7e]$/.test(key)) await page.keyboard.insertText(key);
      else await page.keyboard.press(keys.join('+'));
    },
    async compose() {
      const devtools = await page.context().newCDPSession(page);
      for (const text of ['k', 'か'])
        await devtools.send('Input.imeSetComposition', { text, selectionStart: 1, selectionEnd: 1 });
      await devtools.send('Input.insertText', { text: 'か' });
      await devtools.detach();
    },
    async click({ x, y }, { count = 1, held = [] } = {}) {
      for (const key of held) await page.keyboard.down(key);
      await page.mouse.click(x, y, { clickCount: count });
      for (const key of held) await page.keyboard.up(key);
    },
    upload: (selector, files) => page.locator(selector).setInputFiles([...files]),
    resize: (width, height) => page.setViewportSize({ width, height }),
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  };
}
