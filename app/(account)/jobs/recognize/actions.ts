'use server';

import { z } from 'zod';
import * as again from '#app/(account)/jobs/recognize/recognize-jobs';
import { runAction } from '#app/run-action';
import { maxJobsAtOnce, type SubmitResult } from '#components/jobs/live/jobs-query.ts';
import type { AgainChoices, AgainPart, Recognizable } from '#components/recognition/again/again-choices.ts';
import type { ActionResult } from '#components/ui/action-result.ts';

const ids = z.array(z.string().max(64)).min(1).max(maxJobsAtOnce);
// The choices are validated by the API's rules.
const choices = z
  .object({
    ...{ language: z.unknown(), speakers: z.unknown(), vocabulary: z.unknown() },
    ...{ engine: z.unknown(), audio_tracks: z.unknown() },
  })
  .partial();

const milliseconds = z.int().min(0).max(1_000_000_000);
const parts = z
  .object({
    task: z.literal('speakers'),
    passage: z.object({ startMs: milliseconds, endMs: milliseconds }),
  })
  .partial();

/** Reads the data for the dialog that recognizes these jobs, or part of one, again. */
export async function readRecognizable(
  jobIds: string[],
  part: AgainPart,
): Promise<ActionResult<Recognizable>> {
  return runAction((who) => again.readRecognizable(who, ids.parse(jobIds), parts.parse(part)));
}

/** Recognizes these jobs' recordings again, or none if the balance is too low for all. */
export async function recognizeAgain(
  jobIds: string[],
  chosen: AgainChoices,
  part: AgainPart,
): Promise<ActionResult<SubmitResult>> {
  return runAction((who) =>
    again.recognizeAll(who, ids.parse(jobIds), { chosen: choices.parse(chosen), ...parts.parse(part) }),
  );
}
