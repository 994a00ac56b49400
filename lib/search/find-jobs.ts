import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  ilike,
  inArray,
  isNotNull,
  isNull,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { z } from 'zod';
import { jobs } from '#drizzle/schema/jobs';
import { transcriptTexts } from '#drizzle/schema/transcript-texts';
import type { Db } from '#lib/db/connect';
import { isListed, isOutsideTrash } from '#lib/jobs/is-job';
import { hasTag } from '#lib/jobs/tags/tags';
import type { Job } from '#lib/jobs/job';
import { addDetails, type ListedJob } from '#lib/jobs/read/read-jobs';
import { cutSnippet, highlighting, toQuery } from '#lib/search/search-words';

/** `search` matches a part of the name or metadata, or spoken words. */
export interface JobsQuery {
  search?: string | undefined;
  status?: Job['status'] | undefined;
  isArchived?: boolean | undefined;
  /** Only jobs with the tag of this key. */
  tagKey?: string | undefined;
  sort: JobsSort;
}

/** The sort orders; those with equal status, and those never edited, are sorted newest first. */
export type JobsSort = keyof typeof orders;

/** A found job, with the first passage of its transcript that contains the searched words. */
export interface FoundJob extends ListedJob {
  passage?: Passage | undefined;
}

interface Order {
  key: SQL;
  type: SQL;
  direction: 'asc' | 'desc';
  /** True if the value is valid as a cursor's key: the database would reject another. */
  isKey: (value: string) => boolean;
}

const created = {
  key: sql`${jobs.createdAt}`,
  type: sql`timestamptz`,
  isKey: (value: string) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?$/.test(value),
};
const named = {
  key: sql`lower(${jobs.name})`,
  type: sql`text`,
  isKey: (value: string) => !value.includes('\0'),
};
const length = {
  key: sql`coalesce(${jobs.durationSeconds}, 0)`,
  type: sql`float8`,
  isKey: (value: string) => Number.isFinite(Number(value)),
};
/** Ranks a status, or an edit, above any time, which is in microseconds. */
const rank = sql`(case ${jobs.status} when 'in_progress' then 0 when 'transcribed' then 1 else 2 end) * 1e17`;
const micros = sql`extract(epoch from ${jobs.createdAt}) * 1000000`;
const editedMicros = sql`extract(epoch from ${jobs.lastModifiedAt}) * 1000000`;
const ranked = { type: sql`numeric`, isKey: (value: string) => /^-?\d{1,20}(\.\d{1,12})?$/.test(value) };

const orders = {
  newest: { ...created, direction: 'desc' },
  oldest: { ...created, direction: 'asc' },
  name: { ...named, direction: 'asc' },
  name_desc: { ...named, direction: 'desc' },
  longest: { ...length, direction: 'desc' },
  shortest: { ...length, direction: 'asc' },
  status: { ...ranked, key: sql`(${rank} - ${micros})`, direction: 'asc' },
  status_desc: { ...ranked, key: sql`(${rank} + ${micros})`, direction: 'desc' },
  edited: { ...ranked, key: sql`coalesce(1e17 + ${editedMicros}, ${micros})`, direction: 'desc' },
  edited_asc: { ...ranked, key: sql`coalesce(${editedMicros}, 1e17 - ${micros})`, direction: 'asc' },
} as const satisfies Record<string, Order>;

const cursor = z.tuple([z.string(), z.string()]);

/** Finds up to `limit` live jobs after a cursor, and the next cursor. Stable; unknown cursors are ignored. */
export async function findJobs(
  db: Db,
  {
    accountId,
    limit,
    after,
    ...query
  }: JobsQuery & { accountId: string; limit: number; after?: string | undefined },
): Promise<{ jobs: FoundJob[]; next: string | undefined }> {
  const { key, direction } = orders[query.sort];
  const order = direction === 'asc' ? asc : desc;
  const rows = await db
    // As text: a Date would lose the microseconds that order two jobs.
    .select({ ...getTableColumns(jobs), key: sql<string>`(${key})::text` })
    .from(jobs)
    .where(
      and(
        eq(jobs.accountId, accountId),
        eq(jobs.mode, 'live'),
        isOutsideTrash(),
        isListed(),
        ...conditions({ accountId, ...query }),
        behind(query.sort, after),
      ),
    )
    .orderBy(order(key), order(jobs.id))
    // Fetches one more than requested to know if there is another page.
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const found = page.map(({ key: _key, ...job }) => job);
  const passages = await findPassages(db, {
    jobIds: found.map(({ id }) => id),
    search: query.search ?? '',
  });
  const listed = await addDetails(db, found);
  return {
    jobs: listed.map((row) => ({ ...row, passage: passages.get(row.job.id) })),
    next: last && Buffer.from(JSON.stringify([last.key, last.id])).toString('base64url'),
  };
}

function conditions({
  accountId,
  search = '',
  status,
  isArchived = false,
  tagKey,
}: JobsQuery & { accountId: string }): Array<SQL | undefined> {
  const text = search.replaceAll('\0', '').trim();
  const part = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  // Limited to the account, so that other accounts' transcripts don't slow down the search.
  const hasWords = sql`${jobs.id} in (select texts.job_id from ${transcriptTexts} as texts
    join ${jobs} as own on own.id = texts.job_id and own.account_id = ${accountId}
    where texts.tsv @@ to_tsquery('simple', ${toQuery(text)}))`;
  return [
    isArchived ? isNotNull(jobs.archivedAt) : isNull(jobs.archivedAt),
    tagKey === undefined ? undefined : hasTag({ accountId, key: tagKey }),
    status && inArray(jobs.status, [status]),
    text === '' ? undefined : or(ilike(jobs.name, part), ilike(jobs.metadata, part), hasWords),
  ];
}

function behind(sort: JobsSort, after: string | undefined): SQL | undefined {
  const parsed = readCursor(sort, after);
  if (parsed === undefined) return undefined;
  const { key, type, direction } = orders[sort];
  const [value, id] = parsed;
  const than = direction === 'asc' ? sql`>` : sql`<`;
  return sql`(${key}, ${jobs.id}) ${than} (${value}::${type}, ${id})`;
}

function readCursor(sort: JobsSort, after: string | undefined): [string, string] | undefined {
  try {
    const [value, id] = cursor.parse(JSON.parse(Buffer.from(after ?? '', 'base64url').toString('utf8')));
    return orders[sort].isKey(value) && /^[0-9A-Za-z]+$/.test(id) ? [value, id] : undefined;
  } catch {
    return undefined;
  }
}

/** The first searched word with its surrounding words, and its start time. */
interface Passage {
  before: string;
  match: string;
  after: string;
  startMs: number;
}

/** Finds the first passage with the searched words, for each job whose transcript contains them. */
async function findPassages(
  db: Db,
  { jobIds, search }: { jobIds: string[]; search: string },
): Promise<Map<string, Passage>> {
  const query = toQuery(search);
  if (query === '' || jobIds.length === 0) return new Map();
  const rows = await db.execute<{ job_id: string; marked: string; word_starts_ms: number[] }>(sql`
    select job_id, word_starts_ms,
      ts_headline('simple', text, to_tsquery('simple', ${query}), ${highlighting}) as marked
    from (
      select distinct on (job_id) job_id, text, word_starts_ms
      from transcript_texts
      where job_id = any(${sql.param(jobIds)}::text[]) and tsv @@ to_tsquery('simple', ${query})
      order by job_id, word_starts_ms[1], monologue
    ) as first`);
  return new Map(
    rows.flatMap(({ job_id: jobId, marked, word_starts_ms: starts }) => {
      const snippet = cutSnippet(marked);
      if (snippet === undefined) return [];
      const { index, ...words } = snippet;
      return [[jobId, { ...words, startMs: starts[index] ?? 0 }] as const];
    }),
  );
}
