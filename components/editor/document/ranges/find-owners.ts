import type { Node } from '@tiptap/pm/model';
import { getAttributes } from '#components/editor/document/to-document.ts';

/** The number of the monologue that keeps each id: of several, the one that stood there `before` as it is, else the first. */
export function findOwners(now: readonly Node[], before: ReadonlyMap<string, Node>): Map<string, number> {
  const owners = new Map<string, number>();
  for (const [i, node] of now.entries()) {
    const { id } = getAttributes(node);
    const [owner, was] = [owners.get(id), before.get(id)];
    if (owner === undefined || (node === was && now[owner] !== was)) owners.set(id, i);
  }
  return owners;
}
