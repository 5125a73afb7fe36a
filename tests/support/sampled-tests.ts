/**
 * `npm test` leaves files named `.long.` and journeys tagged `@long` to `npm run test:all`, and plays a sample of what some others repeat: walks through faults,
 * states, widths and colours whose rule a shorter test holds as well. A test that is named on the command line always runs.
 */
export const isSample = process.env.TEST_SAMPLE === 'true';
