import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Longhand } from '#e2e/support/start-longhand';

const run = promisify(execFile);

/** Runs an operator's account command beside the service; gives what it prints. */
export async function operate(
  { baseUrl, databaseUrl, dataDir }: Longhand,
  words: string[],
  settings: Record<string, string> = {},
): Promise<Record<string, string>> {
  const { stdout } = await run(process.execPath, ['bin/cli.mjs', 'account', ...words], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      LONGHAND_DATA_DIR: dataDir,
      PORT: new URL(baseUrl).port,
      ...settings,
    },
  });
  return JSON.parse(stdout) as Record<string, string>;
}
