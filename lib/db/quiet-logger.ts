import { Logger } from 'graphile-worker';
import { log } from '#lib/settings/log';

/** The queue's own log lines, joined to ours: its warnings and errors, and nothing of its daily chatter. */
export const quietLogger = new Logger((scope) => (level: string, message) => {
  if (level === 'error') log().error({ queue: scope }, message);
  else if (level === 'warning') log().warn({ queue: scope }, message);
  else log().trace({ queue: scope }, message);
});
