import { z } from 'zod';
import type { PageLinks } from '#components/shell/pager';

/** Items per page. */
export const pageSize = 50;

/** The query parameters of a page. */
export type Query = Promise<Record<string, string | string[] | undefined>>;

/** The ID of the item after which a page starts. Invalid values count as missing. */
export const afterShape = z.string().max(64).optional().catch(undefined);

/** A list's URL with query parameters, omitting undefined ones. */
export function toHref(path: string, query: Record<string, string | undefined>): string {
  const set = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
}

/** Splits off one extra item, and returns the page with links to other pages. The links keep `query`. */
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
