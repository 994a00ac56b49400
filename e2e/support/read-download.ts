import { buffer } from 'node:stream/consumers';
import type { Download } from 'playwright';

/** Reads a download: Chromium, which all suites share, gives no path to it. */
export const readDownload = async (download: Download): Promise<Buffer> =>
  buffer(await download.createReadStream());
