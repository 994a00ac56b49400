import { BackupProblem } from '#lib/backup/manifest';
import { UnknownSchema } from '#lib/db/migrations/migrate';
import { onInterruption } from '#bin/interruption.mjs';
import { Interruption, printLine, Stop } from '#bin/cli-output.mjs';

/** Runs a command that an interruption aborts with exit code 130. Errors that operators can fix become one message. */
export async function runInterruptibly(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const interruption = new AbortController();
  onInterruption(() => interruption.abort(new Interruption('interrupted')));
  try {
    await run(interruption.signal);
  } catch (error) {
    if (interruption.signal.aborted) {
      printLine('Stopped.');
      process.exitCode = 130;
      return;
    }
    if (error instanceof BackupProblem || error instanceof UnknownSchema) throw new Stop(error.message);
    throw error;
  }
}
