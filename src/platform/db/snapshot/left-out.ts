/**
 * Tables that no backup holds: those that follow from others, and those that are true of one moment only. A session in a backup
 * would open the door to anyone who gets hold of it.
 */
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
