/** 'Nov 3, 2026, 2:14 PM' in the reader's own time zone: what an administrator did stands beside their own clock. */
export function momentText(instant: string): string {
  return new Date(instant).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}
