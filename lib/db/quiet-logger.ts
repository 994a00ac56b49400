import { Logger } from 'graphile-worker';
import { log } from '#lib/settings/log';

/** Forwards the queue's warnings and errors to our log, and its routine messages at trace level. */
export const quietLogger = new Logger((scope) => (level: string, message) => {
  if (level === 'error') log().error({ queue: scope }, message);
  else if (level === 'warning') log().warn({ queue: scope }, message);
  else log().trace({ queue: scope }, message);
});
