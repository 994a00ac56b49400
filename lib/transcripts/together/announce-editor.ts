import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Tx } from '#lib/db/connect';

/** The channel of PostgreSQL's notifications on which open editors are told of their transcripts. */
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

/**
 * A person who has an editor open: `client` is the tab, `colour` one of ten, `monologue` the one that the caret is in,
 * `linkId` the link that a guest came by.
 */
export type Person = z.output<typeof person>;

/** What a notification on the channel holds. */
export const editorNews = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('revision'),
    jobId: z.string(),
    revision: z.int(),
    client: z.string().optional(),
  }),
  z.object({ kind: z.literal('present'), jobId: z.string(), person }),
  z.object({ kind: z.literal('left'), jobId: z.string(), client: z.string() }),
  z.object({ kind: z.literal('doors'), jobId: z.string() }),
  z.object({ kind: z.literal('media'), jobId: z.string() }),
]);

/**
 * What open editors of a job are told: a revision was saved, by this tab; somebody is there, or has left; whether the
 * doors are still open should be asked again; what can be played is another.
 */
export type EditorNews = z.output<typeof editorNews>;

/** Tells the open editors of a job, in every process, once the transaction commits. Lost where nobody listens. */
export async function announceEditor(db: Db | Tx, news: EditorNewsToTell): Promise<void> {
  await db.execute(sql`select pg_notify(${editorChannel}, ${JSON.stringify(news)})`);
}

/** As `EditorNews`; what is undefined is left out. */
type EditorNewsToTell =
  | EditorNews
  | (Extract<EditorNews, { kind: 'revision' }> & { client?: string | undefined });
