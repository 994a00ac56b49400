import { z } from 'zod';
import type { PageLinks } from '#components/shell/pager';

/** Items on a page of a list. */
export const pageSize = 50;

/** The query of a page's address. */
export type Query = Promise<Record<string, string | string[] | undefined>>;

/** The item that a page begins after, by its id; what can't be read counts as not given. */
export const afterShape = z.string().max(64).optional().catch(undefined);

/** The address of a list for a query, of which only what is set counts. */
export function toHref(path: string, query: Record<string, string | undefined>): string {
  const set = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
}

/** The items of a page, and links to the others, out of one more item than is shown. `query` is what the links keep. */
export function toPage<Item extends { id: string }>(
  listed: Item[],
  {
    path,
    after,
    query,
  }: { path: string; after: string | undefined; query?: Record<string, string | undefined> },
): { items: Item[]; links: PageLinks } {
  const items = listed.slice(0, pageSize);
  const last = listed.length > pageSize ? items.at(-1)?.id : undefined;
  return {
    items,
    links: {
      first: after === undefined ? undefined : toHref(path, { ...query }),
      next: last === undefined ? undefined : toHref(path, { ...query, after: last }),
    },
  };
}
