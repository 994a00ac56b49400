/** The sort orders of the list. */
export const sorts = [
  'newest',
  'oldest',
  'name',
  'name_desc',
  'longest',
  'shortest',
  'status',
  'status_desc',
  'edited',
  'edited_asc',
] as const;

/** One of the sort orders. */
export type JobsSort = (typeof sorts)[number];
