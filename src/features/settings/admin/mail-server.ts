/** Read from the page itself, so that no screen waits for it. */
export function isMailServerMissing(): boolean {
  return document.querySelector('meta[name="mail"]')?.getAttribute('content') === 'outbox';
}

/** What a question promises by email; without a mail server the truth instead. */
export function byEmail(promise: string): string {
  return isMailServerMissing() ? 'Email is not set up, so no email reaches them.' : promise;
}
