import { z } from 'zod';

/** The queue's kinds of work with their payloads. A task may run twice, so handlers must be idempotent. */
export const taskKinds = {
  'transcribe-job': z.object({ jobId: z.string() }),
  'render-media': z.object({ jobId: z.string() }),
  'encode-picture': z.object({ jobId: z.string(), partId: z.string() }),
  'join-picture': z.object({ jobId: z.string() }),
  'play-sandbox-job': z.object({ jobId: z.string() }),
  'deliver-callbacks': z.object({ accountId: z.string(), origin: z.string(), number: z.int() }),
  'measure-review': z.object({ jobId: z.string() }),
  'note-corrections': z.object({ jobId: z.string() }),
  'summarize-revision': z.object({ jobId: z.string(), revision: z.int() }),
  'index-revision': z.object({ jobId: z.string(), revision: z.int() }),
  'remove-media': z.object({ mediaKey: z.string() }),
  'apply-retention': z.looseObject({}),
  'delete-job': z.object({ jobId: z.string() }),
  'send-mail': z.object({
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    giveUpAt: z.iso.datetime(),
  }),
  'mail-link': z.object({
    purpose: z.enum(['reset', 'sign-up']),
    email: z.string(),
    /** The request's language; an account's own takes precedence. */
    locale: z.string().default('en'),
    giveUpAt: z.iso.datetime(),
  }),
  'mail-email-change': z.object({
    accountId: z.string(),
    /** The request's language; an account's own takes precedence. */
    locale: z.string(),
    giveUpAt: z.iso.datetime(),
  }),
  sweep: z.looseObject({}),
} as const;

/** The name of a kind of task. */
export type TaskKind = keyof typeof taskKinds;

/** The payload of tasks of this kind. */
export type TaskPayload<Kind extends TaskKind> = z.infer<(typeof taskKinds)[Kind]>;

/** True if a text names a kind of task. */
export function isTaskKind(text: string): text is TaskKind {
  return Object.hasOwn(taskKinds, text);
}
