import { sql } from 'drizzle-orm';
import { corrections, decidedCorrections } from '#drizzle/schema/corrections';
import { jobs } from '#drizzle/schema/jobs';
import { readVocabulary } from '#lib/accounts/settings/vocabulary';
import type { Db } from '#lib/db/connect';
import { isOutsideTrash } from '#lib/jobs/is-job';
import { parseVocabulary } from '#lib/recognition/options/parse-options';
import type { Span } from '#lib/transcript/align/word-range';
import { toPhraseKey } from '#lib/transcript/vocabulary/find-corrections';
import { parseEntry } from '#lib/transcript/vocabulary/parse-entry';

/** A name or term that was corrected repeatedly in the account's transcripts. */
export interface RepeatedCorrection {
  phrase: string;
  /** The most frequent misrecognized texts. */
  heard: string[];
  count: number;
  transcripts: number;
  /** Example passages, from as many transcripts as possible. */
  places: Array<Span & { jobId: string; name: string }>;
}

/** Caps the corrections read, most recently edited transcripts first. */
const maxRead = 20_000;
const maxListed = 10;
const maxHeard = 3;
const maxPlaces = 4;

interface Row extends Record<string, unknown> {
  key: string;
  count: number;
  transcripts: number;
  /** The corrections of each transcript, most frequent first. */
  found: Array<{
    phrase: string;
    count: number;
    heard: string[];
    places: Span[];
    jobId: string;
    name: string;
  }>;
}

/**
 * Lists corrections to suggest for the account's vocabulary, most frequent first: those made three times, or of names
 * in two transcripts, unless recognition usually got them right (for a term without capitals: ever). Excludes what is
 * in the vocabulary, already decided, or only in the trash.
 */
export async function listRepeated(
  db: Db,
  { accountId }: { accountId: string },
): Promise<RepeatedCorrection[]> {
  const phrases = await readVocabulary(db, { accountId });
  const inVocabulary = new Set(phrases.map((entry) => toPhraseKey(parseEntry(entry).phrase)));
  const rows = await db.execute<Row>(sql`
    with lately as materialized (
      select * from ${corrections} where account_id = ${accountId} order by found_at desc limit ${maxRead}
    ), shown as materialized (
      select lately.*, ${jobs.name} from lately join ${jobs} on ${jobs.id} = lately.job_id and ${isOutsideTrash()}
    ), repeated as (
      select key, sum(count)::int as count, count(*)::int as transcripts from shown
      where not exists (
        select from ${decidedCorrections} decided where decided.account_id = ${accountId} and decided.key = shown.key
      )
      group by key
      having case when bool_or(is_name) then (sum(count) >= 3 or count(*) >= 2) and sum(known) < sum(count)
        else sum(count) >= 3 and sum(known) = 0 end
      order by sum(count) desc, key limit ${10 * maxListed}
    )
    select repeated.*, json_agg(json_build_object(
      'phrase', phrase, 'count', shown.count, 'heard', heard, 'places', places, 'jobId', job_id, 'name', name
    ) order by shown.count desc, job_id) as found
    from repeated join shown using (key)
    group by repeated.key, repeated.count, repeated.transcripts
    order by repeated.count desc, repeated.key`);
  return rows
    .filter(({ key }) => !inVocabulary.has(key) && !rows.some((other) => isPartOf(key, other)))
    .map(toRepeated)
    .filter(({ phrase }) => parseVocabulary([phrase]).faults === undefined)
    .slice(0, maxListed);

  function isPartOf(key: string, other: Row): boolean {
    const count = rows.find((row) => row.key === key)?.count;
    return other.key !== key && other.count === count && ` ${other.key} `.includes(` ${key} `);
  }
}

function toRepeated({ count, transcripts, found }: Row): RepeatedCorrection {
  const heard = new Map<string, string>();
  for (const text of found.flatMap((each) => each.heard)) {
    if (!heard.has(toPhraseKey(text))) heard.set(toPhraseKey(text), text);
  }
  const places = found.flatMap(({ places, jobId, name }) =>
    places.map((span, turn) => ({ turn, place: { ...span, jobId, name } })),
  );
  return {
    ...{ phrase: found[0]?.phrase ?? '', count, transcripts },
    heard: [...heard.values()].slice(0, maxHeard),
    places: places
      .toSorted((a, b) => a.turn - b.turn)
      .slice(0, maxPlaces)
      .map(({ place }) => place),
  };
}
