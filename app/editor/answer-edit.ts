import * as texts from '#messages/editor/requests';
import type { AuthorizedRequest } from '#app/editor/with-access';
import { problem } from '#app/editor/problem';
import { hasAlready, readIfMatch, readJson, readNumber, readSaver } from '#app/editor/read-request';
import type { SaveResult } from '#lib/revisions/find-save-result';
import { parseChange } from '#lib/revisions/changes/parse-change';
import { readChanges } from '#lib/revisions/changes/read-changes';
import { saveEdit } from '#lib/revisions/save-edit';
import { findVersion, readSaved, type FoundVersion } from '#lib/revisions/transcript-source';
import { writeMachineEdit, writeWords } from '#lib/revisions/write-machine';
import { withVersion } from '#lib/revisions/with-version';
import type { ThreadOwner } from '#lib/threads/run-in-thread';

const revalidated = { 'cache-control': 'private, no-cache' };
const wordsTag = '"machine"';

/** The machine words, as `writeWords` writes them. They never change. */
export async function answerWords(authorized: AuthorizedRequest): Promise<Response> {
  const { db, accountId, jobId, request } = authorized;
  const headers = { ...revalidated, etag: wordsTag };
  if (hasAlready(request, wordsTag)) return new Response(null, { status: 304, headers });
  const version = await findVersion(db, { accountId, jobId }, 'machine');
  const work = { name: 'write-words', here: writeWords, input: {} } as const;
  const written = await withVersion(db, version, work, toOwner(authorized));
  return new Response(written, { headers: { ...headers, 'content-type': 'application/json' } });
}

/** The newest edit, with its revision as ETag. */
export async function answerEdit(authorized: AuthorizedRequest): Promise<Response> {
  const { db, accountId, jobId, request } = authorized;
  const version = await findVersion(db, { accountId, jobId }, 'latest');
  const headers = { ...revalidated, etag: `"${version.revision}"` };
  if (hasAlready(request, headers.etag)) return new Response(null, { status: 304, headers });
  return answerVersion(authorized, version, headers);
}

/** An edit of the transcript. */
export async function answerVersion(
  authorized: AuthorizedRequest,
  version: FoundVersion,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { db } = authorized;
  const work = { name: 'write-machine-edit', here: writeMachineEdit, input: {} } as const;
  const written =
    version.revision === 0
      ? await withVersion(db, version, work, toOwner(authorized))
      : writeSaved(version, await readSaved(db, version));
  return new Response(written, { headers: { ...headers, 'content-type': 'application/json' } });
}

/** The JSON of an `Edit`, put together of what the database has written. */
function writeSaved(
  { revision }: FoundVersion,
  { speakers, monologues }: Awaited<ReturnType<typeof readSaved>>,
): string {
  return `{"revision":${revision},"speakers":${speakers},"monologues":${monologues}}`;
}

function toOwner({ accountId, author, request }: AuthorizedRequest): ThreadOwner {
  return { accountId, isGuest: author.kind === 'guest', signal: request.signal };
}

/** Saves a change: 412 with what it missed where it is for an earlier revision than the latest. */
export async function answerSave({
  db,
  accountId,
  jobId,
  author,
  request,
}: AuthorizedRequest): Promise<Response> {
  const match = readIfMatch(request);
  if (match instanceof Response) return match;
  const saver = readSaver(request);
  if (saver instanceof Response) return saver;
  const body = await readJson(request);
  if (body instanceof Response) return body;
  const change = parseChange(body.sent);
  return savedResponse(await saveEdit(db, { accountId, jobId, author, change, ...match, ...saver }));
}

/** The result of a save or of a restoration. */
export function savedResponse(saved: SaveResult): Response {
  const { revision } = saved;
  const headers = { etag: `"${revision}"` };
  if (saved.kind === 'saved') return Response.json({ revision }, { headers });
  const answer = problem(412, texts.conflict({ revision }), { revision, change: saved.change });
  answer.headers.set('etag', headers.etag);
  return answer;
}

/** The changes since a revision. */
export async function answerChanges({ db, accountId, jobId, request }: AuthorizedRequest): Promise<Response> {
  const since = readNumber(new URL(request.url).searchParams.get('since'));
  return Response.json(await readChanges(db, { accountId, jobId }, since));
}
