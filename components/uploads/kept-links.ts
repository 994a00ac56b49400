import { readLocalJson, writeLocal } from '#components/ui/persisted-store.ts';
import type { AddLink } from './uploads-store';

interface KeptLink {
  url: string;
  name: string;
  draft: object;
  /** The key with which it may have been submitted. */
  submissionKey?: string;
}

/** Moves links that an earlier release stored in this browser to the account. Links that the server refuses stay. */
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
