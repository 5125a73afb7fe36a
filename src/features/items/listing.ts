/** The orders of administrators' lists. */
export const sorts = ['newest', 'oldest', 'title', 'changed'] as const;
export type Sort = (typeof sorts)[number];

export const sortLabels: Record<Sort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  title: 'A to Z',
  changed: 'Last changed first',
};
