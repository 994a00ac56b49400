import { z } from 'zod';
import type { PageLinks } from './operator-pager';

/** Items on a page of a list. */
export const pageSize = 50;

/** The query of a page's address. */
export type Query = Promise<Record<string, string | string[] | undefined>>;

/** The item that a page begins after, by its id; what can't be read counts as not given. */
export const afterShape = z.string().max(64).optional().catch(undefined);

/**
 * The items of a page, and links to the others, out of one more item than is shown. `query` is what the links keep.
 */
export function toPage<Item extends { id: string }>(
  listed: Item[],
  { path, after, query = {} }: { path: string; after: string | undefined; query?: Record<string, string> },
): { items: Item[]; links: PageLinks } {
  const items = listed.slice(0, pageSize);
  const last = listed.length > pageSize ? items.at(-1)?.id : undefined;
  const toHref = (more: Record<string, string>): string => {
    const parameters = new URLSearchParams({ ...query, ...more });
    return parameters.size === 0 ? path : `${path}?${parameters}`;
  };
  return {
    items,
    links: {
      first: after === undefined ? undefined : toHref({}),
      next: last === undefined ? undefined : toHref({ after: last }),
    },
  };
}
