import { withAccess, withEditAccess } from '#app/editor/with-access';
import { hasAlready, readJson, readSave } from '#app/editor/read-request';
import { parseChange } from '#lib/revisions/changes/parse-change';
import { saveEdit } from '#lib/revisions/save-edit';
import { findVersion } from '#lib/revisions/transcript-source';
import { answerVersion, revalidated, savedResponse } from '#app/editor/versions';

/** The newest edit, with its revision as ETag. */
export const GET = withAccess(async (authorized) => {
  const { db, accountId, jobId, request } = authorized;
  const version = await findVersion(db, { accountId, jobId }, 'latest');
  const headers = { ...revalidated, etag: `"${version.revision}"` };
  if (hasAlready(request, headers.etag)) return new Response(null, { status: 304, headers });
  return answerVersion(authorized, version, headers);
});

/** Saves a change: 412 with what it missed where it is for an earlier revision than the latest. */
export const PATCH = withEditAccess(async ({ db, accountId, jobId, author, request }) => {
  const save = readSave(request);
  const change = await parseChange(await readJson(request));
  return savedResponse(await saveEdit(db, { accountId, jobId, author, change, ...save }));
});
