/** For what stands deeper than the tests themselves. */
export { buildIfNeeded } from '../scripts/build.ts';
