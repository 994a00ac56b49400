import type postgres from 'postgres';
import { applyMigration } from '#lib/db/migrations/apply-migration';
import { createMigrationsTable, readKnownMigrations } from '#lib/db/migrations/known-migrations';

/** The words of the job `done` in `earlierRows`. */
const words = [
  { text: 'good', startMs: 0, endMs: 300, confidence: 0.9 },
  { text: 'morning', startMs: 300, endMs: 800, confidence: 0.9 },
];
const monologues = [{ id: 0, speaker: 0, from: 0, to: 2 }];
const speakers = [{ id: 0, name: 'Speaker 1' }];

const json = (value: unknown) => `'${JSON.stringify(value)}'`;

/**
 * Rows as the version of each migration wrote them, by the migration that made their tables or columns: the account
 * `ann` with the jobs `done`, `failed`, and `waiting`. Every table has a row; a new table needs one too.
 */
export const earlierRows: Readonly<Record<string, string>> = {
  '0000_first': `
    insert into accounts (id, email, password_hash, balance_cents, keep_media_days)
      values ('ann', 'ann@longhand.example', 'x', 940, 7);
    insert into api_keys (id, account_id, name, sha256, last_four) values ('key', 'ann', 'Key', 'aa', 'abcd');
    insert into jobs (id, account_id, status, name, callback_url, media_key, duration_seconds, price_cents, progress, ended_at)
      values ('done', 'ann', 'transcribed', 'Interview.mp3', 'http://x.example/', 'no-file', 0.8, 30, 1, now());
    insert into jobs (id, account_id, status, name, media_url, price_cents, failure, ended_at)
      values ('failed', 'ann', 'failed', 'Noise.mp3', 'http://x.example/', 0, 'invalid_media', now());
    insert into jobs (id, account_id, name, media_url, price_cents)
      values ('waiting', 'ann', 'Talk.mp3', 'http://x.example/', 30);
    insert into machine_transcripts (job_id, words, speakers, monologues)
      values ('done', ${json(words)}, ${json(speakers)}, ${json(monologues)});
    insert into recognised_pieces (job_id, index, start_ms, end_ms, words)
      values ('waiting', 0, 0, 800, ${json(words)});
    insert into callbacks (id, job_id, account_id, url, origin, lane, state)
      values ('callback', 'done', 'ann', 'http://x.example/', 'http://x.example', 0, 'delivered');
    insert into callback_tries (callback_id, started_at, duration_ms, status, reason, answer)
      values ('callback', now(), 5, 200, 'ended', '');
    insert into callback_hosts (account_id, origin, failures_in_a_row, failed_at, paused_until)
      values ('ann', 'http://x.example', 1, now(), now());
    insert into deleted_jobs (id, account_id, created_at) values ('deleted', 'ann', now());
    insert into idempotency_keys (account_id, key, request_sha256, job_id) values ('ann', 'once', 'aa', 'done');
    insert into identities (issuer, subject, account_id) values ('https://id.example', 'ann', 'ann');
    insert into payments (id, account_id, provider, intent_reference, amount_cents, paid_at)
      values ('payment', 'ann', 'test', 'intent', 1000, now());
    insert into payment_events (id, intent_reference, kind, subject, amount_cents)
      values ('event', 'intent', 'paid', 'checkout', 1000);
    insert into ledger_entries (account_id, kind, amount_cents, job_id, payment_id) values
      ('ann', 'payment', 1000, null, 'payment'), ('ann', 'hold', -30, 'done', null), ('ann', 'release', 30, 'done', null),
      ('ann', 'charge', -30, 'done', null), ('ann', 'hold', -30, 'waiting', null);
    insert into one_time_links (id, kind, account_id, sha256, valid_until)
      values ('link', 'reset', 'ann', 'aa', now() + interval '1 day');
    insert into sessions (id, account_id, user_agent) values ('session', 'ann', 'Firefox');
    insert into share_links (id, job_id, sha256) values ('share', 'done', 'aa');
    insert into signing_secrets (id, account_id, secret) values ('secret', 'ann', 'aa');
    insert into transcript_texts (job_id, monologue, text, word_starts_ms)
      values ('done', 0, 'good morning', '{0, 300}')`,
  '0001_editor': `
    insert into revisions (job_id, number, author_kind, author_name, monologues_changed, speakers)
      values ('done', 1, 'owner', 'Ann', 1, ${json(speakers)});
    insert into revision_monologues (job_id, id, since, place, speaker, from_word, to_word, content)
      values ('done', 'm0', 1, 'a0', 0, 0, 2, ${json([{ text: 'Good morning.' }])});
    insert into reviewed_words (job_id, words, pauses) values ('done', '{[0,1)}', '{}');
    update jobs set latest_revision = 1, last_modified_at = now() where id = 'done'`,
  '0007_operator': `
    insert into api_requests (id, account_id, key_id, at, method, path, status, duration_ms)
      values ('request', 'ann', 'key', now(), 'GET', '/v1/jobs', 200, 3)`,
  '0009_account-security': `
    insert into email_changes (account_id, email, valid_until) values ('ann', 'new@longhand.example', now() + interval '1 day');
    insert into passkey_challenges (sha256, challenge, valid_until) values ('aa', 'bb', now() + interval '1 day');
    insert into passkeys (id, account_id, name, credential_id, public_key, counter, transports)
      values ('passkey', 'ann', 'Phone', 'aa', 'bb', 0, '[]');
    insert into recovery_codes (account_id, sha256) values ('ann', 'aa');
    insert into two_factors (account_id, sealed_secret) values ('ann', 'aa')`,
  '0012_archive-and-tags': `
    insert into job_tags (job_id, account_id, key, tag) values ('done', 'ann', 'draft', 'Draft')`,
  '0013_many-machines': `
    insert into attempts (key, points) values ('sign-in', 1);
    insert into installation (secret_fingerprint) values ('aa');
    insert into request_counts (key_id, count, expires_at) values ('key', 1, now());
    insert into worker_engines (worker, engines, speaker_models) values ('worker', '[]', false)`,
  '0016_audit-events': `
    insert into audit_events (id, account_id, actor_kind, action) values ('audit', 'ann', 'system', 'job.trashed')`,
  '0017_legal-holds': `
    insert into legal_holds (id, account_id, job_id, reason) values ('hold', 'ann', 'done', 'A case');
    update accounts set keep_originals_days = 3 where id = 'ann'`,
  '0019_picture-parts': `
    insert into picture_parts (id, job_id, start_seconds) values ('part', 'done', 0)`,
  '0021_submit-options': `
    insert into request_headers (job_id, kind, sealed) values ('done', 'callback', 'aa')`,
  '0026_recognitions': `
    insert into recognitions (job_id, first_word, speakers, monologues)
      values ('done', 0, ${json(speakers)}, ${json(monologues)})`,
  '0029_given-transcripts': `
    insert into given_transcripts (job_id, paragraphs) values ('waiting', ${json([{ content: [{ text: 'Good morning.' }] }])})`,
  '0030_upload-transcripts': `
    insert into upload_transcripts (account_id, upload_id, name, paragraphs) values ('ann', 'upload', 'talk.txt', '[]')`,
  '0031_corrections': `
    insert into corrections (job_id, account_id, key, phrase, is_name, count, known, heard, places)
      values ('done', 'ann', 'ann', 'Ann', true, 1, 0, '["and"]', '[{"startMs": 0, "endMs": 300}]');
    insert into decided_corrections (account_id, key, is_added) values ('ann', 'ann', false)`,
  '0032_pending-links': `
    insert into pending_links (account_id, id, url, options) values ('ann', 'link', 'http://x.example/talk.mp3', '{}')`,
};

/**
 * Migrates a database that is empty, or of an earlier version, up to the migration `tag`, with `earlierRows` on
 * request.
 */
export async function makeEarlierTables(
  sql: postgres.Sql,
  tag: string,
  { rows = false }: { rows?: boolean } = {},
): Promise<void> {
  for (const statement of createMigrationsTable) await sql.unsafe(statement);
  const known = readKnownMigrations();
  const applied = await sql`select from drizzle.__drizzle_migrations`;
  for (const migration of known.slice(applied.length, known.findIndex((one) => one.tag === tag) + 1)) {
    await applyMigration(sql, migration);
    if (rows) await sql.unsafe(earlierRows[migration.tag] ?? '');
  }
}
