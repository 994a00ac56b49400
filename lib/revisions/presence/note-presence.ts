import type { Db } from '#lib/db/connect';
import { announceEditor, type Person } from '#lib/events/announce-editor';
import { freeColor, readPeople } from '#lib/revisions/presence/watch-editor';

const maxPeople = 50;

/**
 * Announces this person to all open editors of the job. Repeat every few seconds, as a person is considered gone after
 * 15 s. Shows at most 50 people. A tab of another link can't be announced.
 */
export async function announcePresence(
  db: Db,
  { jobId, ...person }: Omit<Person, 'colour'> & { jobId: string },
): Promise<void> {
  const people = await readPeople({ jobId });
  const before = people.find(({ client }) => client === person.client);
  if (before === undefined ? people.length >= maxPeople : before.linkId !== person.linkId) return;
  const colour = before?.colour ?? freeColor(people);
  await announceEditor(db, { kind: 'present', jobId, person: { ...person, colour } });
}

/** Announces that a tab opened through this link was closed. */
export async function announceAbsence(
  db: Db,
  { jobId, client, linkId }: { jobId: string; client: string; linkId: string | undefined },
): Promise<void> {
  const people = await readPeople({ jobId });
  if (!people.some((person) => person.client === client && person.linkId === linkId)) return;
  await announceEditor(db, { kind: 'left', jobId, client });
}
