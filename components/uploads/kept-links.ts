import { readLocalJson, writeLocal } from '#components/ui/persisted-store.ts';
import type { AddLink } from './uploads-store';

interface KeptLink {
  url: string;
  name: string;
  draft: object;
  /** The key that it may have been submitted with. */
  submissionKey?: string;
}

/** Moves the links that an earlier release kept in this browser to their account. Those that the server refuses stay. */
export async function moveKeptLinks(accountId: string, addLink: AddLink): Promise<void> {
  const key = `longhand.links.${accountId}`;
  const kept = readLocalJson(key);
  if (!Array.isArray(kept)) return;
  const refused: KeptLink[] = [];
  for (const link of kept as KeptLink[]) {
    const { url, name, draft, submissionKey: linkId } = link;
    const result = await addLink({ linkId, url, options: JSON.stringify({ ...draft, name }) });
    if ('error' in result) refused.push(link);
  }
  writeLocal(key, refused.length === 0 ? undefined : JSON.stringify(refused));
}
