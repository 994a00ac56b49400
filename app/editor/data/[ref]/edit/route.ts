import { withAccess, withEditAccess, type AuthorizedRequest } from '#app/editor/with-access';
import { hasAlready, readIfMatch, readJson, readSaver } from '#app/editor/read-request';
import { parseChange } from '#lib/revisions/changes/parse-change';
import { saveEdit } from '#lib/revisions/save-edit';
import { findVersion } from '#lib/revisions/transcript-source';
import { answerVersion, revalidated, savedResponse } from '#app/editor/versions';

export const dynamic = 'force-dynamic';

export const GET = withAccess(answerEdit);
export const PATCH = withEditAccess(answerSave);

/** The newest edit, with its revision as ETag. */
async function answerEdit(authorized: AuthorizedRequest): Promise<Response> {
  const { db, accountId, jobId, request } = authorized;
  const version = await findVersion(db, { accountId, jobId }, 'latest');
  const headers = { ...revalidated, etag: `"${version.revision}"` };
  if (hasAlready(request, headers.etag)) return new Response(null, { status: 304, headers });
  return answerVersion(authorized, version, headers);
}

/** Saves a change: 412 with what it missed where it is for an earlier revision than the latest. */
async function answerSave({ db, accountId, jobId, author, request }: AuthorizedRequest): Promise<Response> {
  const match = readIfMatch(request);
  if (match instanceof Response) return match;
  const saver = readSaver(request);
  if (saver instanceof Response) return saver;
  const body = await readJson(request);
  if (body instanceof Response) return body;
  const change = await parseChange(body.sent);
  return savedResponse(await saveEdit(db, { accountId, jobId, author, change, ...match, ...saver }));
}
