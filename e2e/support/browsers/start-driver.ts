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

/** Why the engine can't be tested on this machine; nothing when it can. */
export function whyNotHere(engine: Engine): string | undefined {
  if (engine === 'webkit' && process.platform !== 'linux') return 'WebKitGTK is tested on Linux only.';
  return undefined;
}
