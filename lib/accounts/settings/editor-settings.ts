import { and, eq, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { Db } from '#lib/db/connect';
import { Refusal } from '#lib/refusal';
import * as faultTexts from '#messages/faults';

/** All settings of one person together, as JSON in UTF-8. */
const maxBytes = 16_384;

/**
 * Keeps these settings of the editor beside the others of the account: of two that change the same one, the later
 * wins. Refuses, with nothing changed, what would make them larger than 16 KB.
 */
export async function saveEditorSettings(
  db: Db,
  { accountId, settings }: { accountId: string; settings: Record<string, unknown> },
): Promise<void> {
  const merged = sql`(${accounts.editorSettings} || ${JSON.stringify(settings)}::jsonb)`;
  const saved = await db
    .update(accounts)
    .set({ editorSettings: merged })
    .where(and(eq(accounts.id, accountId), sql`octet_length(${merged}::text) <= ${maxBytes}`))
    .returning({ id: accounts.id });
  if (saved.length > 0) return;
  throw new Refusal({
    kind: 'invalid-parameters',
    parameters: { settings: [faultTexts.tooManyEditorSettings()] },
  });
}

/** The saved editor settings; empty until some are saved. Unchecked: callers validate them. */
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
