import { describeDevice } from '#lib/accounts/sessions/describe-device';
import type { AuditEvent } from '#lib/audit/present-event';
import { listEvents } from '#lib/audit/list-events';
import type { Db } from '#lib/db/database';

const pageSize = 50;

/** A page of the log, newest first. */
export type EventPage = Awaited<ReturnType<typeof readEventPage>>;

/** An event as displayed in the log. */
export type EventView = ReturnType<typeof presentEvent>;

/** Reads a page of the account's log: the newest events, or those before `before`. */
export async function readEventPage(db: Db, { accountId, before }: { accountId: string; before?: string }) {
  // Fetches one more than shown to tell if there are older ones.
  const events = await listEvents(db, { accountId, before, limit: pageSize + 1 });
  return { events: events.slice(0, pageSize).map(presentEvent), hasMore: events.length > pageSize };
}

function presentEvent({ id, at, action, targetName, details, address, ...event }: AuditEvent) {
  const { keepOriginalsDays: _originals, keepMediaDays: _media, keepJobsDays: _jobs, ...facts } = details;
  const device = describeDevice(event.userAgent ?? '');
  return {
    id,
    at,
    action,
    actor: presentActor(event),
    target: targetName,
    facts,
    address,
    ...device,
  };
}

function presentActor({ actorKind: kind, actorName }: Pick<AuditEvent, 'actorKind' | 'actorName'>) {
  return kind === 'api_key' ? { kind, name: actorName ?? '' } : { kind };
}
