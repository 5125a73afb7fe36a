/** Tables left out of backups: derived and momentary ones. A session in a backup would let in anyone who has the file. */
export const leftOut: readonly string[] = [
  'migrations',
  'article_search',
  'event_search',
  'search_queue',
  'content_version',
  'sessions',
  'throttles',
  // Of earlier versions, whose backups begin with their tables.
  'article_search_queue',
  'form_visits',
  'mail_breaker',
  'subscriber_counts',
  'workers',
  'backup_runs',
];
