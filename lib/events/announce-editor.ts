import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Tx } from '#lib/db/connect';

/** PostgreSQL's notification channel for events of open editors. */
export const editorChannel = 'longhand_editor';

const person = z.object({
  client: z.string(),
  name: z.string(),
  kind: z.enum(['owner', 'guest']),
  colour: z.int(),
  monologue: z.string().optional(),
  may: z.enum(['view', 'edit']),
  linkId: z.string().optional(),
});

/** A person in an editor: `client` is the tab, `monologue` has the caret, `linkId` is a guest's link. */
export type Person = z.output<typeof person>;

/** The payload of a notification. */
export const editorEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('revision'),
    jobId: z.string(),
    revision: z.int(),
    client: z.string().optional(),
  }),
  z.object({ kind: z.literal('present'), jobId: z.string(), person }),
  z.object({ kind: z.literal('left'), jobId: z.string(), client: z.string() }),
  z.object({ kind: z.literal('access'), jobId: z.string() }),
  z.object({ kind: z.literal('media'), jobId: z.string() }),
  z.object({ kind: z.literal('renamed'), jobId: z.string(), name: z.string() }),
]);

/** An editor event: a saved revision, a person's presence, or a change of access, media or the job's name. */
export type EditorEvent = z.output<typeof editorEvent>;

/** Sends an event to a job's open editors, in all processes, once the transaction commits. Lost without listeners. */
export async function announceEditor(db: Db | Tx, event: NewEditorEvent): Promise<void> {
  await db.execute(sql`select pg_notify(${editorChannel}, ${JSON.stringify(event)})`);
}

/** An `EditorEvent`, from which undefined members are omitted. */
type NewEditorEvent =
  | EditorEvent
  | (Extract<EditorEvent, { kind: 'revision' }> & { client?: string | undefined });
