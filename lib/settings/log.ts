import pino, { type Logger } from 'pino';
import { env } from '#lib/settings/env';

let root: Logger | undefined;

/** The process's logger: one JSON object a line on standard error. Never hand it a secret. */
export function log(): Logger {
  root ??= pino(
    { level: env().logLevel, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(2),
  );
  return root;
}
