/** Read from the page itself, so that no screen waits for it. */
export function isMailServerMissing(): boolean {
  return document.querySelector('meta[name="mail"]')?.getAttribute('content') === 'outbox';
}
