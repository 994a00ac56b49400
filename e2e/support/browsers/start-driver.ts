import { drivePage, type DrivenPage } from './page';
import { startChromium } from './chromium';
import type { Engine } from './driver';
import { startFirefox } from './firefox';
import { startWebkit } from './webkit';

const starts = { chromium: startChromium, firefox: startFirefox, webkit: startWebkit } as const;

/** Starts a browser of this engine, with a page of 1280 by 800 pixels. */
export async function startDriver(engine: Engine): Promise<DrivenPage> {
  const driver = await starts[engine]();
  await driver.resize(1280, 800);
  return drivePage(driver);
}

/** Returns the reason why the engine can't be tested on this machine, or undefined if it can. */
export function whyNotHere(engine: Engine): string | undefined {
  if (engine === 'webkit' && process.platform !== 'linux') return 'WebKitGTK is tested on Linux only.';
  return undefined;
}
