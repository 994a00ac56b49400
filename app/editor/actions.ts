'use server';

import { z } from 'zod';
import { act, type Outcome } from '#app/act';
import { saveEditorSettings } from '#lib/accounts/save-editor-settings';

const settings = z.record(z.string().max(64), z.unknown());

/** Keeps what somebody has changed of the settings of the editor. */
export async function saveSettings(given: z.input<typeof settings>): Promise<Outcome<void>> {
  return act(async ({ db, accountId }) => {
    await saveEditorSettings(db, { accountId, settings: settings.parse(given) });
  });
}
