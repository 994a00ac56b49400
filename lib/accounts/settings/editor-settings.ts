import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { applySettingsPatch, type SettingsPatch } from '#lib/transcript/settings/settings-patch';
import type { Db } from '#lib/db/connect';
import { invalidParameter } from '#lib/refusal';
import * as faultTexts from '#messages/faults';

/** Maximum size of all settings of an account, as JSON in UTF-8. */
const maxBytes = 16_384;

/** Saves changed editor settings; the last change of a setting wins. Refuses more than 16 KB, with nothing changed. */
export async function saveEditorSettings(
  db: Db,
  { accountId, patch }: { accountId: string; patch: SettingsPatch },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [account] = await tx
      .select({ settings: accounts.editorSettings })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for('update');
    const editorSettings = applySettingsPatch(account?.settings ?? {}, patch);
    if (Buffer.byteLength(JSON.stringify(editorSettings)) > maxBytes) {
      throw invalidParameter('settings', faultTexts.tooManyEditorSettings());
    }
    await tx.update(accounts).set({ editorSettings }).where(eq(accounts.id, accountId));
  });
}

/** Reads the saved editor settings; empty until some are saved. Callers validate them. */
export async function readEditorSettings(
  db: Db,
  { accountId }: { accountId: string },
): Promise<Record<string, unknown>> {
  const [account] = await db
    .select({ settings: accounts.editorSettings })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (account === undefined) throw new Error(`account ${accountId} no longer exists`);
  return account.settings;
}
