/**
 * Tables that no backup holds: those that follow from others, and those that are true of one moment only. A session in a backup
 * would open the door to whoever gets hold of it.
 */
export const leftOut: readonly string[] = [
  'migrations',
  'article_search',
  'article_search_queue',
  'event_search',
  'content_version',
  'sessions',
  'throttles',
  'workers',
  // Of version 0.2.0, whose backups begin with its tables.
  'form_visits',
  'subscriber_counts',
  'mail_breaker',
  'backup_runs',
];
