/** How long a deleted item can be restored. */
export const binDays = 30;

export const binMessages = {
  notFound: 'This is no longer in the bin.',
  purged: 'Deleted permanently.',
  picturesFollow: 'Deleted permanently. Its pictures are deleted as soon as the picture storage answers.',
} as const;

/** The instant from which an item is deleted permanently. */
export function purgeTime(deletedAt: string): string {
  return new Date(Date.parse(deletedAt) + binDays * 86_400_000).toISOString();
}
