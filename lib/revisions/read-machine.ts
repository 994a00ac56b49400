import { eq, sql } from 'drizzle-orm';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import type { Db, Tx } from '#lib/db/connect';
import { machineEdit, type Edit } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';

type Machine = typeof machineTranscripts.$inferSelect;

/** Returns the machine transcript of a job, which must have one. */
export async function readMachine(db: Db | Tx, { jobId }: { jobId: string }): Promise<Machine> {
  const [machine] = await db.select().from(machineTranscripts).where(eq(machineTranscripts.jobId, jobId));
  if (machine === undefined) throw new Error(`job ${jobId} has no machine transcript`);
  return machine;
}

/** Returns revision 0 of a job, which must have a machine transcript. */
export async function readMachineEdit(db: Db | Tx, job: { jobId: string }): Promise<Edit> {
  return machineEdit(await readMachine(db, job));
}

/** Reads only the machine words `from` to `to` (exclusive), a tenth of the cost of reading them all. */
export async function readSomeWords(
  db: Db | Tx,
  { jobId, from, to }: { jobId: string; from: number; to: number },
): Promise<MachineWord[]> {
  if (from >= to) return [];
  const path = `$[${from} to ${to - 1}]`;
  const [row] = await db
    .select({
      words: sql<MachineWord[]>`jsonb_path_query_array(${machineTranscripts.words}, ${path}::jsonpath)`,
    })
    .from(machineTranscripts)
    .where(eq(machineTranscripts.jobId, jobId));
  return row?.words ?? [];
}
