/** What was deleted can be brought back for so long. */
export const binDays = 30;

export const binMessages = {
  notFound: 'This is no longer in the bin.',
  purged: 'Deleted for good.',
  picturesFollow: 'Deleted for good. Its pictures follow as soon as the storage answers.',
} as const;

/** When the sweep takes it, from the instant of its deletion. */
export function purgeAt(deletedAt: string): string {
  return new Date(Date.parse(deletedAt) + binDays * 86_400_000).toISOString();
}
