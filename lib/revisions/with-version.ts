import type { Db } from '#lib/db/connect';
import { readSource, type FoundVersion, type TranscriptSource } from '#lib/revisions/transcript-source';
import type { FunctionName, ThreadFunction } from '#lib/threads/functions';
import { runInThread, type Threaded, type ThreadOwner } from '#lib/threads/run-in-thread';

/** Smaller transcripts are processed directly, because the transfer to a thread would cost more than the work. */
const smallBytes = 64 * 1024;

type Input<Name extends FunctionName> = Parameters<ThreadFunction<Name>>[0];
type Result<Name extends FunctionName> = ReturnType<ThreadFunction<Name>>;

/** Thread functions that take a version of a transcript and return synchronously. */
type VersionFunction = {
  [Name in FunctionName]: Input<Name> extends { source: TranscriptSource }
    ? Result<Name> extends Promise<unknown>
      ? never
      : Name
    : never;
}[FunctionName];

/**
 * Applies a function to a version of a transcript: directly (`here`) if it is small, else in a thread, which returns
 * text as UTF-8 bytes. Refuses as `readSource` and `runInThread` do.
 */
export async function withVersion<Name extends VersionFunction>(
  db: Db,
  version: FoundVersion,
  { name, here, input }: { name: Name; here: ThreadFunction<Name>; input: Omit<Input<Name>, 'source'> },
  owner: ThreadOwner,
): Promise<Result<Name> | Threaded<Awaited<Result<Name>>>> {
  const read = async () => ({ ...input, source: await readSource(db, version) }) as Input<Name>;
  if (version.bytes > smallBytes) return runInThread(name, read, owner);
  return (here as (given: Input<Name>) => Result<Name>)(await read());
}
