import { withAccess, withEditAccess, type AuthorizedRequest } from '#app/editor/with-access';
import * as texts from '#messages/editor/requests';
import { z } from 'zod';
import { problem } from '#app/editor/problem';
import { readJson, readNumber } from '#app/editor/read-request';
import { nameRevision } from '#lib/revisions/name-revision';
import { findVersion } from '#lib/revisions/transcript-source';
import { answerVersion } from '#app/editor/versions';

export const dynamic = 'force-dynamic';

export const GET = withAccess(answerRevision);
export const PATCH = withEditAccess(answerNaming);

const naming = z.object({ name: z.string().max(1000).nullable() });

/** One revision; they never change. */
async function answerRevision(authorized: AuthorizedRequest): Promise<Response> {
  const { db, accountId, jobId, params } = authorized;
  const number = readNumber(params['number']);
  return answerVersion(authorized, await findVersion(db, { accountId, jobId }, number));
}

/** Names a revision, or takes its name away. */
async function answerNaming({ db, accountId, jobId, params, request }: AuthorizedRequest): Promise<Response> {
  const body = await readJson(request);
  if (body instanceof Response) return body;
  const parsed = naming.safeParse(body.sent);
  if (!parsed.success) return problem(400, texts.invalidName());
  const revision = readNumber(params['number']);
  await nameRevision(db, { accountId, jobId }, { revision, ...parsed.data });
  return new Response(null, { status: 204 });
}
