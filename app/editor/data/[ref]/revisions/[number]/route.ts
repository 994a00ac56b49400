import { withAccess, withEditAccess } from '#app/editor/with-access';
import * as texts from '#messages/editor/requests';
import { z } from 'zod';
import { readJson, readNumber, readShape } from '#app/editor/read-request';
import { nameRevision } from '#lib/revisions/name-revision';
import { findVersion } from '#lib/revisions/transcript-source';
import { answerVersion } from '#app/editor/versions';

const naming = z.object({ name: z.string().max(1000).nullable() });

/** One revision. Revisions are immutable. */
export const GET = withAccess(async (authorized) => {
  const { db, accountId, jobId, params } = authorized;
  const number = readNumber(params['number']);
  return answerVersion(authorized, await findVersion(db, { accountId, jobId }, number));
});

/** Names a revision, or removes its name. */
export const PATCH = withEditAccess(async ({ db, accountId, jobId, params, request }) => {
  const { name } = readShape(naming, await readJson(request), texts.invalidName);
  await nameRevision(db, { accountId, jobId }, { revision: readNumber(params['number']), name });
  return new Response(null, { status: 204 });
});
