'use server';

import { z } from 'zod';
import { runAction } from '#app/run-action';
import type { ActionResult } from '#components/ui/action-result.ts';
import { renameJob } from '#lib/jobs/rename-job';
import { saveEditorSettings } from '#lib/accounts/settings/editor-settings';
import { env } from '#lib/settings/env';

const patch = z.record(z.string().max(64), z.unknown());

/** Saves changed editor settings. */
export async function saveSettings(given: z.input<typeof patch>): Promise<ActionResult<void>> {
  return runAction(async ({ db, accountId }) => {
    await saveEditorSettings(db, { accountId, patch: patch.parse(given) });
  });
}

/** Renames a transcript, and returns the stored name. */
export async function renameTranscript(jobId: string, name: string): Promise<ActionResult<string>> {
  return runAction(({ db, accountId }) =>
    renameJob(db, {
      accountId,
      jobId: z.string().max(64).parse(jobId),
      name: z.string().max(2000).parse(name),
    }),
  );
}

/** Returns the server's upload limits. */
export async function readUploadTerms(): Promise<ActionResult<{ maxBytes: number }>> {
  return runAction(async () => ({ maxBytes: env().maxUploadBytes }));
}
