import { readOrigin, toActor } from '#app/http/read-origin';
import { noteAction } from '#app/http/error-status';
import { explainFaults } from '#app/explain/explain-fault';
import { explainInput } from '#app/explain/explain-input';
import { getSession, type Session } from '#app/session';
import type { ActionResult } from '#components/ui/action-result.ts';
import type { Actor } from '#lib/audit/actor';
import { database, type Db } from '#lib/db/database';
import { log } from '#lib/settings/log';
import { findRefusal } from '#lib/outage';
import { newId } from '#lib/ids/new-id';
import type { Refusal } from '#lib/refusal';
import * as authTexts from '#messages/auth';
import * as errorTexts from '#messages/errors';

/** The caller of a public action, signed in or not; `by` is the actor for the audit log. */
export interface PublicCaller {
  db: Db;
  address: string;
  by: Actor;
}

/** Runs a page's action as the signed-in account. Returns refusals and schema errors as messages, and logs defects. */
export async function runAction<Value>(
  work: (who: Session & PublicCaller) => Promise<Value>,
): Promise<ActionResult<Value>> {
  noteAction();
  try {
    const who = await getSession();
    if (who === undefined) return { error: errorTexts.signedOut() };
    return await runPublicAction((caller) => work({ ...caller, ...who, by: toActor(who, caller.by) }));
  } catch (error) {
    return explainError(error);
  }
}

/** Like `runAction`, but without signing in: the work must count attempts. */
export async function runPublicAction<Value>(
  work: (caller: PublicCaller) => Promise<Value>,
): Promise<ActionResult<Value>> {
  noteAction();
  try {
    const origin = await readOrigin();
    const { address } = origin;
    return { value: await work({ db: database().db, address, by: { kind: 'anonymous', ...origin } }) };
  } catch (error) {
    return explainError(error);
  }
}

function explainError(error: unknown): { error: string } {
  const refusal = findRefusal(error);
  if (refusal !== undefined) return { error: describeRefusal(refusal) };
  const fault = explainInput(error);
  if (fault !== undefined) return { error: fault };
  const id = newId();
  log().error({ err: error, actionId: id }, 'unhandled error in action');
  return { error: errorTexts.actionFailed({ id }) };
}

function describeRefusal({ reason }: Refusal): string {
  switch (reason.kind) {
    case 'too-many-requests':
      return authTexts.tooManyAttempts({ minutes: Math.ceil(reason.retryAfterSeconds / 60) });
    case 'invalid-parameters':
      return explainFaults(reason.parameters);
    case 'invalid-job-state':
    case 'job-not-found':
    case 'legal-hold':
    case 'link-not-found':
    case 'out-of-credit':
    case 'operator-only':
    case 'revision-not-found':
    case 'service-unavailable':
    case 'storage-full':
      return errorTexts.refusals[reason.kind]();
    default:
      return errorTexts.declined();
  }
}
