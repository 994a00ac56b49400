import { parseDraft } from '#components/recognition/draft.ts';
import { readLocalJson, writeLocal } from '#components/ui/persisted-store.ts';
import type { ChosenFile } from './upload-phases';

/** A link that was not submitted, as this browser keeps it. */
export interface KeptLink extends Pick<ChosenFile, 'name' | 'draft'> {
  url: string;
}

const toKey = (accountId: string): string => `longhand.links.${accountId}`;

/** The account's links that this browser keeps: a payment leaves the page. */
export function readLinks(accountId: string): KeptLink[] {
  const stored = readLocalJson(toKey(accountId));
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((link: { [Name in keyof KeptLink]?: unknown } | null) => {
    if (typeof link?.url !== 'string' || typeof link.name !== 'string') return [];
    return [{ url: link.url, name: link.name, draft: parseDraft(JSON.stringify(link.draft)) }];
  });
}

/** Keeps the links among these recordings, and no others. */
export function keepLinks(accountId: string, files: readonly ChosenFile[]): void {
  const links = files.flatMap(({ phase, name, draft }): KeptLink[] =>
    phase.kind === 'link' ? [{ url: phase.url, name, draft }] : [],
  );
  writeLocal(toKey(accountId), links.length === 0 ? undefined : JSON.stringify(links));
}
