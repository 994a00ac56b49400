import type { AccountEvent } from '#lib/audit/read-all-events';

/** An event as commands and exports write it: names as on the wire, times in ISO 8601. */
export function presentEvent({
  at,
  accountId,
  email,
  targetId,
  targetName,
  userAgent,
  ...event
}: AccountEvent) {
  const { id, action, actorKind, actorId, actorName, details, address } = event;
  return {
    id,
    at: at.toISOString(),
    account: accountId === null ? null : { id: accountId, email },
    actor: { kind: actorKind, id: actorId, name: actorName },
    action,
    target: targetId === null && targetName === null ? null : { id: targetId, name: targetName },
    details,
    address,
    user_agent: userAgent,
  };
}
