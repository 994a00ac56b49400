import * as texts from '#messages/editor/requests';
import { z } from 'zod';
import type { AuthorizedRequest } from '#app/editor/with-access';
import { answerVersion, savedResponse } from '#app/editor/answer-edit';
import { problem } from '#app/editor/problem';
import { readIfMatch, readJson, readNumber, readSaver } from '#app/editor/read-request';
import { listRevisions } from '#lib/revisions/list-revisions';
import { nameRevision } from '#lib/revisions/name-revision';
import { restoreRevision } from '#lib/revisions/restore-revision';
import { findVersion } from '#lib/revisions/transcript-source';

const naming = z.object({ name: z.string().max(1000).nullable() });

/** A page of the history. */
export async function answerRevisions({
  db,
  accountId,
  jobId,
  request,
}: AuthorizedRequest): Promise<Response> {
  const before = new URL(request.url).searchParams.get('before');
  const number = before === null ? undefined : readNumber(before);
  return Response.json(await listRevisions(db, { accountId, jobId }, number));
}

/** One revision; they never change. */
export async function answerRevision(authorized: AuthorizedRequest): Promise<Response> {
  const { db, accountId, jobId, params } = authorized;
  const number = readNumber(params['number']);
  return answerVersion(authorized, await findVersion(db, { accountId, jobId }, number));
}

/** Names a revision, or takes its name away. */
export async function answerNaming({
  db,
  accountId,
  jobId,
  params,
  request,
}: AuthorizedRequest): Promise<Response> {
  const body = await readJson(request);
  if (body instanceof Response) return body;
  const parsed = naming.safeParse(body.sent);
  if (!parsed.success) return problem(400, texts.invalidName());
  const revision = readNumber(params['number']);
  await nameRevision(db, { accountId, jobId }, { revision, ...parsed.data });
  return new Response(null, { status: 204 });
}

/** Makes a revision the newest one again. */
export async function answerRestoration(authorized: AuthorizedRequest): Promise<Response> {
  const { db, accountId, jobId, author, params, request } = authorized;
  const match = readIfMatch(request);
  if (match instanceof Response) return match;
  const saver = readSaver(request);
  if (saver instanceof Response) return saver;
  const restoredFrom = readNumber(params['number']);
  return savedResponse(
    await restoreRevision(db, { accountId, jobId, author, restoredFrom, ...match, ...saver }),
  );
}
