/** How Node runs the site: scripts/start.ts starts it with these. docs/speed.md has what each of them buys. */

/** Pages leave more short-lived objects than V8's default room for them: they would be copied to the old generation. */
export const nodeFlags = ['--max-semi-space-size=16'];

/** The C library reads these when a process starts: two arenas instead of eight for each core, and free memory returned early. */
export const memorySettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};
