import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type postgres from 'postgres';
import type { Storage } from '#lib/storage/storage';

/** The time for which an unfinished upload is kept. */
const uploadMs = 24 * 3600_000;

/** The places where a service keeps its data, and its promises to clients. */
export interface Kept {
  sql: postgres.Sql;
  storage: Storage;
  /** The folder of its data on this machine's disk; left out where it is not checked. */
  dataDir?: string;
  /** Ids of the jobs that were acknowledged to clients. */
  acknowledged?: Iterable<string>;
  /** Returns true if the callback of a job has arrived. */
  hasArrived?: (jobId: string) => boolean;
}

/**
 * Returns the violated invariants in the database and storage of a service at rest, a sentence each. There are none if:
 * - each acknowledged job is `transcribed`, `failed`, or deleted, and no other job was made;
 * - the ledger sums, no row lacks its file nor a file its row, and no process has left files on the disk;
 * - each transcribed job has its one machine transcript, and each due callback was delivered or says why not.
 */
export async function findViolations(kept: Kept): Promise<string[]> {
  const { sql } = kept;
  const found = [
    await findLostJobs(kept),
    await findUnknownJobs(kept),
    await findWrongBalances(sql),
    await findWrongSettlements(sql),
    await findMissingFiles(kept),
    await findOrphanFiles(kept),
    await findLeftFiles(kept),
    await findOrphanRows(sql),
    await findWrongTranscripts(sql),
    await findStuckCallbacks(sql),
    await findLostCallbacks(kept),
  ];
  return found.flat();
}

async function findLostJobs({ sql, acknowledged = [] }: Kept): Promise<string[]> {
  const rows = await sql<Array<{ id: string; status: string | null }>>`
    select promised.id, jobs.status from unnest(${[...acknowledged]}::text[]) as promised (id)
    left join jobs using (id)
    where (jobs.id is null or jobs.status = 'in_progress')
      and not exists (select from deleted_jobs where deleted_jobs.id = promised.id)`;
  const idle = await sql<Array<{ id: string }>>`
    select id from jobs where status = 'in_progress' and mode = 'live' and not exists (
      select from graphile_worker.jobs as tasks
      where tasks.task_identifier = 'transcribe-job' and tasks.key = 'transcribe ' || jobs.id)`;
  return [
    ...rows.map(({ id, status }) =>
      status === null
        ? `job ${id} was acknowledged and is gone`
        : `job ${id} was acknowledged and has not ended`,
    ),
    ...idle.map(({ id }) => `job ${id} is in progress, and no task works on it`),
  ];
}

async function findWrongBalances(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<Array<{ id: string; balance: string; ledger: string }>>`
    select accounts.id, balance_cents as balance, coalesce(sum(amount_cents), 0) as ledger
    from accounts left join ledger_entries on ledger_entries.account_id = accounts.id
    group by accounts.id having balance_cents <> coalesce(sum(amount_cents), 0)`;
  return rows.map(
    ({ id, balance, ledger }) =>
      `account ${id} has a balance of ${balance} cents, and its ledger sums to ${ledger}`,
  );
}

/** A submission is repeated until it is acknowledged, so a job unknown to all clients was made twice. */
async function findUnknownJobs({ sql, acknowledged }: Kept): Promise<string[]> {
  if (acknowledged === undefined) return [];
  const rows = await sql<Array<{ id: string }>>`
    select id from jobs where origin = 'api' and id <> all(${[...acknowledged]}::text[])`;
  return rows.map(({ id }) => `job ${id} was never acknowledged`);
}

/** Compares what each job holds and was charged with what its state requires. A deleted job keeps its charge. */
async function findWrongSettlements(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<
    Array<{ id: string; status: string | null; held: number; charged: number; price: number }>
  >`
    with entries as (
      select job_id as id,
        -coalesce(sum(amount_cents) filter (where kind in ('hold', 'release')), 0)::int as held,
        -coalesce(sum(amount_cents) filter (where kind = 'charge'), 0)::int as charged
      from ledger_entries where job_id is not null group by job_id
    )
    select id, status::text, coalesce(held, 0) as held, coalesce(charged, 0) as charged,
      coalesce(price_cents, 0)::int as price
    from entries full join (select * from jobs where mode = 'live') as jobs using (id)
    where coalesce(held, 0) <> case when status = 'in_progress' then price_cents else 0 end
      or (status is not null
        and coalesce(charged, 0) <> case when status = 'transcribed' then price_cents else 0 end)`;
  return rows.map(
    ({ id, status, held, charged, price }) =>
      `job ${id} (${status ?? 'deleted'}, ${price} cents) holds ${held} cents and was charged ${charged}`,
  );
}

async function findMissingFiles({ sql, storage }: Kept): Promise<string[]> {
  const missing: string[] = [];
  for (const { id, what, key } of await readKeys(sql)) {
    if ((await storage.getSize(key)) === undefined)
      missing.push(`the ${what} of job ${id} is not in storage`);
  }
  return missing;
}

async function findOrphanFiles({ sql, storage }: Kept): Promise<string[]> {
  const used = new Set((await readKeys(sql)).map(({ key }) => key));
  const orphans: string[] = [];
  for await (const { key } of storage.listOlderThan(new Date('2999-01-01'))) {
    if (!used.has(key)) orphans.push(`no job has the file ${key} of the storage`);
  }
  return orphans;
}

/** Finds files that processes have left on the disk: at rest, only an upload can still have an owner. */
async function findLeftFiles({ sql, dataDir }: Kept): Promise<string[]> {
  if (dataDir === undefined) return [];
  const list = (...folder: string[]) => readdir(path.join(dataDir, ...folder)).catch(() => []);
  const accounts = new Set((await sql<Array<{ id: string }>>`select id from accounts`).map(({ id }) => id));
  const uploads: string[] = [];
  for (const account of await list('uploads')) {
    for (const name of await list('uploads', account)) {
      const { mtimeMs } = await stat(path.join(dataDir, 'uploads', account, name));
      const isOld = mtimeMs < Date.now() - uploadMs;
      if (!accounts.has(account)) uploads.push(`no account has the upload ${name}`);
      else if (isOld) uploads.push(`nothing has come of the upload ${name} for a day`);
    }
  }
  return [
    ...uploads,
    ...(await list('scratch')).map((folder) => `nothing works in the scratch folder ${folder}`),
    ...(await list('downloads')).map((folder) => `nothing reads the download ${folder}`),
  ];
}

function readKeys(sql: postgres.Sql): Promise<Array<{ id: string; what: string; key: string }>> {
  return sql<Array<{ id: string; what: string; key: string }>>`
    select id, what, key from jobs, lateral (
      values ('recording', media_key), ('rendition', rendition_key), ('picture', picture_key), ('waveform', peaks_key)
    ) as files (what, key) where key is not null
    union all
    select job_id, 'part of the picture', part_key from picture_parts where part_key is not null`;
}

/** Finds rows that only a job in progress may have, of jobs that have ended or are gone. */
async function findOrphanRows(sql: postgres.Sql): Promise<string[]> {
  const pieces = await sql<Array<{ id: string; n: number }>>`
    select job_id as id, count(*)::int as n from recognised_pieces join jobs on jobs.id = job_id
    where status <> 'in_progress' group by job_id`;
  const parts = await sql<Array<{ id: string; n: number }>>`
    select job_id as id, count(*)::int as n from picture_parts join jobs on jobs.id = job_id
    where picture_key is not null or picture_failure is not null or media_key is null group by job_id`;
  const tasks = await sql<Array<{ kind: string; key: string; error: string | null }>>`
    select task_identifier as kind, key, last_error as error from graphile_worker.jobs as tasks
    where task_identifier = 'transcribe-job' and not exists (
      select from jobs where tasks.key = 'transcribe ' || jobs.id and jobs.status = 'in_progress')`;
  const failing = await sql<Array<{ kind: string; error: string }>>`
    select task_identifier as kind, last_error as error from graphile_worker.jobs
    where task_identifier in ('render-media', 'encode-picture', 'join-picture', 'remove-media') and last_error is not null`;
  return [
    ...pieces.map(({ id, n }) => `job ${id} has ended and still has ${n} recognized pieces`),
    ...parts.map(({ id, n }) => `the picture of job ${id} has ended and still has ${n} parts`),
    ...tasks.map(({ kind, key }) => `the task ${kind} “${key}” has no job in progress`),
    ...failing.map(({ kind, error }) => `a task ${kind} fails: ${error}`),
  ];
}

async function findWrongTranscripts(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<Array<{ id: string; status: string; n: number }>>`
    select id, status::text, count(machine_transcripts.job_id)::int as n
    from jobs left join machine_transcripts on machine_transcripts.job_id = jobs.id
    group by id having count(machine_transcripts.job_id) <> (status = 'transcribed')::int`;
  return rows.map(({ id, status, n }) => `job ${id} is ${status} and has ${n} machine transcripts`);
}

async function findStuckCallbacks(sql: postgres.Sql): Promise<string[]> {
  const missing = await sql<Array<{ id: string }>>`
    select id from jobs where callback_url is not null and status <> 'in_progress'
      and not exists (select from callbacks where callbacks.job_id = jobs.id)`;
  const rows = await sql<Array<{ id: string; state: string; due: boolean }>>`
    select job_id as id, state::text, next_try_at <= now() as due from callbacks
    where case state
      when 'pending' then next_try_at <= now() or not exists (
        select from graphile_worker.jobs as tasks where tasks.task_identifier = 'deliver-callbacks'
          and tasks.key = 'callbacks ' || account_id || ' ' || origin || ' ' || lane)
      when 'delivered' then not exists (
        select from callback_tries where callback_id = callbacks.id and callback_tries.status between 200 and 299)
      else given_up_because is null end`;
  const faults: Record<string, string> = {
    delivered: 'is noted as delivered, and no attempt was answered with 2xx',
    given_up: 'was given up, and nothing says why',
  };
  return [
    ...missing.map(({ id }) => `job ${id} has ended and has no callback`),
    ...rows.map(({ id, state, due }) => {
      const pending = due ? 'is due and still pending' : 'waits for its time, and no task will deliver it';
      return `the callback of job ${id} ${faults[state] ?? pending}`;
    }),
  ];
}

/** Finds callbacks that were noted as delivered but never arrived. */
async function findLostCallbacks({ sql, hasArrived = () => true }: Kept): Promise<string[]> {
  const rows = await sql<Array<{ id: string }>>`
    select job_id as id from callbacks where state = 'delivered'`;
  return rows
    .filter(({ id }) => !hasArrived(id))
    .map(({ id }) => `the callback of job ${id} is noted as delivered, and never arrived`);
}
