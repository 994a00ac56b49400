import { parseDraft } from '#components/recognition/draft.ts';
import { readLocalJson, writeLocal } from '#components/ui/persisted-store.ts';
import { linkKeyForm, newLinkKey } from './link-key';
import type { ChosenFile, LinkPhase } from './upload-phases';

/** A link that has not become a job, as far as this browser knows, as it keeps it. */
type KeptLink = Pick<ChosenFile, 'name' | 'draft'> & Omit<LinkPhase, 'kind'>;

const toKey = (accountId: string): string => `longhand.links.${accountId}`;

/** The account's links that this browser keeps: a payment leaves the page. */
export function readLinks(accountId: string): Array<Pick<ChosenFile, 'name' | 'draft' | 'phase'>> {
  const stored = readLocalJson(toKey(accountId));
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((link: { [Name in keyof KeptLink]?: unknown } | null) => {
    if (typeof link?.url !== 'string' || typeof link.name !== 'string') return [];
    const { url, name, submissionKey, isUnanswered } = link;
    // An earlier release kept links without keys.
    const isKeyed = typeof submissionKey === 'string' && linkKeyForm.test(submissionKey);
    const key = isKeyed ? submissionKey : newLinkKey();
    return [
      {
        ...{ name, draft: parseDraft(JSON.stringify(link.draft)) },
        phase: { kind: 'link', url, submissionKey: key, isUnanswered: isUnanswered === true },
      },
    ];
  });
}

/** Keeps the links among these recordings, and no others. */
export function keepLinks(accountId: string, files: readonly ChosenFile[]): void {
  const links = files.flatMap(({ phase, name, draft }): KeptLink[] => {
    if (phase.kind !== 'link') return [];
    const { kind: _kind, ...link } = phase;
    return [{ ...link, name, draft }];
  });
  writeLocal(toKey(accountId), links.length === 0 ? undefined : JSON.stringify(links));
}
