import * as texts from '#messages/editor/requests';
import type { AuthorizedRequest } from '#app/editor/with-access';
import { problem } from '#app/editor/problem';
import type { SaveResult } from '#lib/revisions/write-revision';
import { readSaved, type FoundVersion } from '#lib/revisions/transcript-source';
import { writeMachineEdit } from '#lib/revisions/write-machine';
import { withVersion } from '#lib/revisions/with-version';
import type { ThreadOwner } from '#lib/threads/run-in-thread';

export const revalidated = { 'cache-control': 'private, no-cache' };

/** Answers with an edit of the transcript. */
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

/** Writes an `Edit` as JSON, from JSON stored in the database. */
function writeSaved(
  { revision }: FoundVersion,
  { speakers, monologues }: Awaited<ReturnType<typeof readSaved>>,
): string {
  return `{"revision":${revision},"speakers":${speakers},"monologues":${monologues}}`;
}

export function toOwner({ accountId, author, request }: AuthorizedRequest): ThreadOwner {
  return { accountId, isGuest: author.kind === 'guest', signal: request.signal };
}

/** The response to a save or restoration. */
export function savedResponse(saved: SaveResult): Response {
  const { revision } = saved;
  const headers = { etag: `"${revision}"` };
  if (saved.kind === 'saved') return Response.json({ revision }, { headers });
  const answer = problem(412, texts.conflict({ revision }), { revision }, `,"change":${saved.change}`);
  answer.headers.set('etag', headers.etag);
  return answer;
}
