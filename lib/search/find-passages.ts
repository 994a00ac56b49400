import { sql } from 'drizzle-orm';
import type { Db } from '#lib/db/connect';
import { cutSnippet, marks, toQuery } from '#lib/search/search-words';

/** Where the words searched for are said: the first of them, those around it, and when it begins. */
export interface Passage {
  before: string;
  match: string;
  after: string;
  startMs: number;
}

/** For each of the jobs in whose transcript the words are said, the first passage that holds them. */
export async function findPassages(
  db: Db,
  { jobIds, search }: { jobIds: string[]; search: string },
): Promise<Map<string, Passage>> {
  const query = toQuery(search);
  if (query === '' || jobIds.length === 0) return new Map();
  const highlighting = `HighlightAll=true, StartSel=${marks.start}, StopSel=${marks.stop}`;
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
