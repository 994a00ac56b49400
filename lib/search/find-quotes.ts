import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { jobs } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { revisionMonologues, revisions } from '#drizzle/schema/revisions';
import { transcriptTexts } from '#drizzle/schema/transcript-texts';
import type { Db } from '#lib/db/connect';
import { isOutsideTrash, isSubmitted } from '#lib/jobs/is-job';
import type { Job } from '#lib/jobs/job';
import { cutSnippet, highlighting, toQuery } from '#lib/search/search-words';

/** Spoken words, with their position and speaker. */
export interface Quote {
  jobId: string;
  jobName: string;
  createdAt: Date;
  /** The speaker's name in the latest transcript. */
  speaker: string | undefined;
  /** The first found word with its surrounding words. */
  text: string;
  /** Start of the found word, in milliseconds from the start of the media. */
  startMs: number;
}

/** The position of the last monologue of the previous page. */
type Cursor = z.output<typeof cursor>;

const cursor = z.tuple([
  z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?$/),
  z.string().regex(/^[\w-]{1,64}$/),
  z.int().min(0).max(2_147_483_647),
  z.string().regex(/^[^\0]{1,64}$/),
]);

/**
 * Finds up to `limit` monologues with all searched words in transcripts of the account and mode, newest job first, in
 * spoken order, and the next cursor. With `jobId`, searches only that job. Ignores invalid cursors; a search without
 * words finds nothing.
 */
export async function findQuotes(
  db: Db,
  {
    accountId,
    mode,
    search,
    jobId,
    limit,
    after,
  }: {
    accountId: string;
    mode: Job['mode'];
    search: string;
    jobId?: string | undefined;
    limit: number;
    after?: string | undefined;
  },
): Promise<{ quotes: Quote[]; next: string | undefined }> {
  const query = toQuery(search);
  if (query === '') return { quotes: [], next: undefined };
  const behind = readCursor(after);
  const rows = await db.execute<{
    job_id: string;
    name: string;
    created_at: string;
    monologue: string;
    starts_ms: number[];
    marked: string;
    speaker: string | null;
  }>(sql`
    select found.job_id, found.name, found.created_at::text as created_at, found.monologue,
      found.word_starts_ms as starts_ms, ${selectSpeaker()} as speaker,
      ts_headline('simple', found.text, to_tsquery('simple', ${query}), ${highlighting}) as marked
    from (
      select texts.job_id, texts.monologue, texts.text, texts.word_starts_ms,
        ${jobs.name} as name, ${jobs.createdAt} as created_at, ${jobs.latestRevision} as revision
      from ${transcriptTexts} as texts
      join ${jobs} on ${jobs.id} = texts.job_id
      where ${jobs.accountId} = ${accountId} and ${jobs.mode} = ${mode} and ${isSubmitted()} and ${isOutsideTrash()}
        and texts.tsv @@ to_tsquery('simple', ${query})
        ${jobId === undefined ? sql`` : sql`and ${jobs.id} = ${jobId}`}
        ${behind === undefined ? sql`` : sql`and ${isBehind(behind)}`}
      order by ${jobs.createdAt} desc, ${jobs.id} desc, texts.word_starts_ms[1], texts.monologue
      limit ${limit + 1}
    ) as found
    order by found.created_at desc, found.job_id desc, found.word_starts_ms[1], found.monologue`);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const quotes = page.flatMap((row) => {
    const snippet = cutSnippet(row.marked);
    if (snippet === undefined) return [];
    const { before, match, after: rest, index } = snippet;
    return [
      {
        ...{ jobId: row.job_id, jobName: row.name, createdAt: new Date(row.created_at) },
        speaker: row.speaker ?? undefined,
        text: before + match + rest,
        startMs: row.starts_ms[index] ?? 0,
      },
    ];
  });
  return { quotes, next: last && writeCursor(last) };
}

/** Selects a found monologue's speaker: of the original until the first edit, else of the latest version. */
function selectSpeaker(): SQL {
  return sql`(
    select speaker ->> 'name' from jsonb_array_elements(
      case found.revision
        when 0 then (select original.speakers from ${machineTranscripts} as original where original.job_id = found.job_id)
        else (
          select saved.speakers from ${revisions} as saved
          where saved.job_id = found.job_id and saved.number = found.revision
        )
      end
    ) as speaker
    where (speaker ->> 'id')::int = case found.revision
      when 0 then (
        select (said ->> 'speaker')::int
        from ${machineTranscripts} as original, jsonb_array_elements(original.monologues) as said
        where original.job_id = found.job_id and 'm' || (said ->> 'id') = found.monologue
      )
      else (
        select edited.speaker from ${revisionMonologues} as edited
        where edited.job_id = found.job_id and edited.id = found.monologue and edited.until is null
      )
    end
    limit 1
  )`;
}

function isBehind([createdAt, jobId, startMs, monologue]: Cursor): SQL {
  const moment = sql`${createdAt}::timestamptz`;
  return sql`((${jobs.createdAt}, ${jobs.id}) < (${moment}, ${jobId}) or (
    ${jobs.createdAt} = ${moment} and ${jobs.id} = ${jobId}
    and (texts.word_starts_ms[1], texts.monologue) > (${startMs}::int, ${monologue})))`;
}

function writeCursor(row: {
  created_at: string;
  job_id: string;
  starts_ms: number[];
  monologue: string;
}): string {
  const values = [row.created_at, row.job_id, row.starts_ms[0] ?? 0, row.monologue];
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

function readCursor(after: string | undefined): Cursor | undefined {
  try {
    const parsed = cursor.safeParse(JSON.parse(Buffer.from(after ?? '', 'base64url').toString('utf8')));
    return parsed.data;
  } catch {
    return undefined;
  }
}
