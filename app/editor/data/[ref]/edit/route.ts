import { withAccess, withEditAccess } from '#app/editor/with-access';
import { hasAlready, readChange, readSave } from '#app/editor/read-request';
import { saveEdit } from '#lib/revisions/save-edit';
import { findVersion } from '#lib/revisions/transcript-source';
import { answerVersion, revalidated, savedResponse, toOwner } from '#app/editor/versions';

/** The latest edit, with its revision as ETag. */
export const GET = withAccess(async (authorized) => {
  const { db, accountId, jobId, request } = authorized;
  const version = await findVersion(db, { accountId, jobId }, 'latest');
  const headers = { ...revalidated, etag: `"${version.revision}"` };
  if (hasAlready(request, headers.etag)) return new Response(null, { status: 304, headers });
  return answerVersion(authorized, version, headers);
});

/** Saves a change. Answers 412 with the missed changes if it is based on an earlier revision. */
export const PATCH = withEditAccess(async (authorized) => {
  const { db, accountId, jobId, author, request } = authorized;
  const save = readSave(request);
  const { change } = await readChange(authorized);
  const revision = { accountId, jobId, author, change, ...save };
  return savedResponse(await saveEdit(db, revision, toOwner(authorized)));
});
