import { withAccess, withEditAccess } from '#app/editor/with-access';
import * as texts from '#messages/editor/requests';
import { z } from 'zod';
import { readJson, readShape } from '#app/editor/read-request';
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

/** The transcript's accepted words and pauses, and its conflicts. */
export const GET = withAccess(async ({ db, accountId, jobId }) => {
  const accepted = await readReview(db, { accountId, jobId });
  return Response.json({ ...accepted, conflicts: await readConflicts(db, { jobId }) });
});

/** Adds accepted ranges or removes some. Returns all of them, and the conflicts. */
export const POST = withEditAccess(async ({ db, accountId, jobId, request }) => {
  const change = readShape(body, await readJson(request), texts.invalidReview);
  const accepted = await saveReview(db, { accountId, jobId }, change);
  return Response.json({ ...accepted, conflicts: await readConflicts(db, { jobId }) });
});
