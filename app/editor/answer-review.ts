import { z } from 'zod';
import type { AtDoor } from '#app/editor/at-door';
import { problem } from '#app/editor/problem';
import { readJson } from '#app/editor/read-request';
import { reviewTexts as texts } from '#components/texts/review';
import { readReview } from '#lib/transcripts/read-review';
import { saveReview } from '#lib/transcripts/save-review';

const number = z.int().min(0).max(10_000_000);
const ranges = z
  .array(z.tuple([number, number]))
  .max(20_000)
  .default([]);
const reviewed = z.object({ words: ranges, pauses: ranges }).prefault({});
const body = z.object({ accept: reviewed, withdraw: reviewed });

/** What has been found right of the transcript. */
export async function answerReview({ db, accountId, jobId }: AtDoor): Promise<Response> {
  return Response.json(await readReview(db, { accountId, jobId }));
}

/** Adds to that, or takes back; answers with all of it. */
export async function answerReviewing({ db, accountId, jobId, request }: AtDoor): Promise<Response> {
  const sent = await readJson(request);
  if (sent instanceof Response) return sent;
  const parsed = body.safeParse(sent.sent);
  if (!parsed.success) return problem(400, texts.strangeReview);
  return Response.json(await saveReview(db, { accountId, jobId }, parsed.data));
}
