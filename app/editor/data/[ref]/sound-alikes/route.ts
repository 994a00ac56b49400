import { toOwner } from '#app/editor/versions';
import { withEditAccess } from '#app/editor/with-access';
import { readSoundAlikes } from '#lib/revisions/review/read-sound-alikes';

/** Words that sound like a vocabulary entry, for people who may edit: guests don't see the vocabulary. */
export const GET = withEditAccess(async (authorized) => {
  const { db, jobId, accountId } = authorized;
  return Response.json(await readSoundAlikes(db, { jobId, accountId }, toOwner(authorized)));
});
