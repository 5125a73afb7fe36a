/** The C library reads these when a process starts: two arenas instead of eight for each core, and free memory returned early. */
export const memorySettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};
