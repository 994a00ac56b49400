import type { Db } from '#lib/db/connect';
import { announceEditor, type Person } from '#lib/events/announce-editor';
import { freeColor, readPeople } from '#lib/revisions/presence/watch-editor';

const maxPeople = 50;

/**
 * Tells every open editor of the job that this person is there too. To be repeated every few seconds: who is
 * silent for 15 s has left. Of more than 50 people the later ones are not shown, and nobody can announce a tab that came
 * by another link.
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

/** Tells the others that a tab which came by this link was closed. */
export async function announceAbsence(
  db: Db,
  { jobId, client, linkId }: { jobId: string; client: string; linkId: string | undefined },
): Promise<void> {
  const people = await readPeople({ jobId });
  if (!people.some((person) => person.client === client && person.linkId === linkId)) return;
  await announceEditor(db, { kind: 'left', jobId, client });
}
