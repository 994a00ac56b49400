/** The orders of the list. */
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

/** An order of the list. */
export type JobsSort = (typeof sorts)[number];
