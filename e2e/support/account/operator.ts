import { execFile } from 'node:child_process';
import { mock } from 'node:test';
import { promisify } from 'node:util';
import type { Longhand } from '#e2e/support/start-longhand';
import { withEnvironment } from '#e2e/support/with-environment';
import { account } from '#bin/account';

type Service = Pick<Longhand, 'baseUrl' | 'databaseUrl' | 'dataDir'>;

const getEnvironment = ({ baseUrl, databaseUrl, dataDir }: Service) => ({
  DATABASE_URL: databaseUrl,
  LONGHAND_DATA_DIR: dataDir,
  PORT: new URL(baseUrl).port,
});

/**
 * Runs an operator's account command beside the service; returns its output. It runs in this process, which takes a
 * fraction of the time: first-start.test.ts runs the command as operators type it.
 */
export async function operate(
  service: Service,
  words: string[],
  settings: Record<string, string> = {},
): Promise<Record<string, string>> {
  const print = mock.method(console, 'log', () => {});
  try {
    await withEnvironment({ ...getEnvironment(service), ...settings }, () => account(words));
    return JSON.parse(String(print.mock.calls[0]?.arguments[0])) as Record<string, string>;
  } finally {
    print.mock.restore();
  }
}

/** An event as the operator's command prints it. */
interface AuditLine {
  action: string;
  actor: { kind: string };
}

/** Reads the audit log of the account with this email address, as the operator's command prints it. */
export async function readAuditLines(service: Service, email: string): Promise<AuditLine[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['bin/cli.mjs', 'account', 'audit', email], {
    env: { ...process.env, ...getEnvironment(service) },
  });
  const lines = stdout.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as AuditLine);
}
