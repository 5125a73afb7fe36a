/**
 * What `npm test` leaves to `npm run test:all`: walks through faults, states and sweeps whose rule a shorter test holds as
 * well. A test that is named on the command line always runs.
 */
export const isSample = process.env.TEST_SAMPLE === 'true';

/** Of `tests/`: one disk, database, backup or process after the other is made ill. */
export const leftTests = ['backup-nightly', 'full-disk', 'postgres-away', 'restore-kills'];

/** Of `tests/e2e/`. */
export const leftJourneys = [
  // Each fault of a connection, a picture, a server or a save, one after the other.
  ...['admin-picture-faults', 'admin-picture-waiting', 'admin-pictures-bucket', 'admin-uploads', 'admin-connection'],
  ...['admin-publishing-faults', 'admin-outage', 'admin-outbox', 'admin-leaving', 'admin-cut-text'],
  ...['public-failing', 'public-hasty', 'public-odd-bodies', 'public-stand-ins'],
  // Each state and each width of what others open once.
  ...[
    'admin-articles-access',
    'admin-forgiving-access',
    'admin-pictures-access',
    'admin-guests-check-in',
    'admin-guests',
  ],
  ...['admin-guests-event', 'admin-event-series', 'admin-event-dates', 'admin-event-preview', 'admin-focal-point'],
  ...['admin-kept-texts', 'admin-beside', 'admin-undo-send', 'admin-sending-again', 'admin-truth', 'admin-lists'],
  ...['admin-many', 'admin-committee-order', 'admin-before-publishing', 'admin-first-hour'],
  ...['admin-pasting', 'admin-pasted-samples', 'admin-backups'],
  ...['admin-doctor', 'public-signup-states', 'admin-presses', 'admin-text-pictures'],
  // What is long, wide, printed, still, enlarged or in other colours.
  ...['public-long-lists', 'public-long-article', 'public-stressed', 'public-motion', 'public-forced-colours'],
  ...['public-print', 'public-zoom'],
];
