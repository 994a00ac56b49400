import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** The handler that the API is measured against, in a process of its own. */
export async function startBareHandler(
  databaseUrl: string,
): Promise<{ baseUrl: string; pid: number; stop(): Promise<void> }> {
  const child = fork(path.join(import.meta.dirname, 'bare-handler.mjs'), {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    execArgv: [],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  if (child.pid === undefined) throw new Error('the bare handler did not start');
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    pid: child.pid,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
