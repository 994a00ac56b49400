import { withAccess, withEditAccess, type AuthorizedRequest } from '#app/editor/with-access';
import * as texts from '#messages/editor/requests';
import { z } from 'zod';
import { problem } from '#app/editor/problem';
import { readJson } from '#app/editor/read-request';
import { readConflicts } from '#lib/revisions/review/read-conflicts';
import { readReview } from '#lib/revisions/review/read-review';
import { saveReview } from '#lib/revisions/review/save-review';

const number = z.int().min(0).max(10_000_000);

const ranges = z
  .array(z.tuple([number, number]))
  .max(20_000)
  .default([]);

const reviewed = z.object({ words: ranges, pauses: ranges }).prefault({});

const body = z.object({ accept: reviewed, withdraw: reviewed });

export const dynamic = 'force-dynamic';

export const GET = withAccess(answerReview);
export const POST = withEditAccess(answerReviewing);

/** The accepted words and pauses of the transcript, and its conflicts. */
async function answerReview({ db, accountId, jobId }: AuthorizedRequest): Promise<Response> {
  const accepted = await readReview(db, { accountId, jobId });
  return Response.json({ ...accepted, conflicts: await readConflicts(db, { jobId }) });
}

/** Adds to the accepted ranges or removes some; answers as `answerReview` does. */
async function answerReviewing({ db, accountId, jobId, request }: AuthorizedRequest): Promise<Response> {
  const sent = await readJson(request);
  if (sent instanceof Response) return sent;
  const parsed = body.safeParse(sent.sent);
  if (!parsed.success) return problem(400, texts.invalidReview());
  const accepted = await saveReview(db, { accountId, jobId }, parsed.data);
  return Response.json({ ...accepted, conflicts: await readConflicts(db, { jobId }) });
}
