import type { Env } from '#lib/settings/env';
import { printLine } from '#bin/cli-output.mjs';

/** Prints which installation a command works on: without the service's settings, it would be another one. */
export function printLocation({ databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl === undefined) return printLine(`Data folder: ${dataDir}`);
  const { hostname, pathname } = new URL(databaseUrl);
  printLine(`Data folder: ${dataDir}, database: ${pathname.slice(1)} on ${hostname}`);
}
