import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Longhand } from '#e2e/support/start-longhand';

const run = promisify(execFile);

type Service = Pick<Longhand, 'baseUrl' | 'databaseUrl' | 'dataDir'>;

async function runAccount(
  { baseUrl, databaseUrl, dataDir }: Service,
  words: string[],
  settings: Record<string, string> = {},
): Promise<string> {
  const { stdout } = await run(process.execPath, ['bin/cli.mjs', 'account', ...words], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      LONGHAND_DATA_DIR: dataDir,
      PORT: new URL(baseUrl).port,
      ...settings,
    },
  });
  return stdout;
}

/** Runs an operator's account command beside the service; gives what it prints. */
export async function operate(
  service: Service,
  words: string[],
  settings: Record<string, string> = {},
): Promise<Record<string, string>> {
  return JSON.parse(await runAccount(service, words, settings)) as Record<string, string>;
}

/** What the operator's command prints of an event. */
interface AuditLine {
  action: string;
  actor: { kind: string };
}

/** The audit log of the account with this email address, as the operator's command prints it. */
export async function readAuditLines(service: Service, email: string): Promise<AuditLine[]> {
  const lines = (await runAccount(service, ['audit', email])).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as AuditLine);
}
