import type { AppContext } from '#platform/context.ts';
import { readUnreadBounces } from '#platform/mail/imap.ts';
import { type Notice, readBounceMail } from './bounce-mail.server.ts';
import { applyBounceReport, auditBounceTrouble } from './bounce-reports.server.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock' | 'log'>;

/** Reads the mailbox of bounces. Never throws: the next attempt may succeed. */
export function createBounceCollector({ db, config, clock, log }: Context) {
  const url = config.newsletter.bounces.imapUrl;
  const stopping = new AbortController();

  async function note(mail: Uint8Array): Promise<void> {
    const notice = await read(mail);
    if (notice === null) return;
    if ('words' in notice) return auditBounceTrouble(db, notice, clock.now());
    const isOurs = await applyBounceReport(db, { ...notice, source: 'mailbox' }, clock.now());
    log.info('bounce mail read', { type: notice.type, isOurs });
  }

  /** A mail that cannot be read now will not be readable later. */
  async function read(mail: Uint8Array): Promise<Notice | null> {
    try {
      return await readBounceMail(mail);
    } catch (error) {
      log.warn('bounce mail not understood', { error });
      return { type: 'unread', words: '' };
    }
  }

  return {
    async collect(): Promise<void> {
      if (url === undefined) return;
      try {
        await readUnreadBounces(url, note, stopping.signal);
      } catch (error) {
        if (!stopping.signal.aborted) log.error('the mailbox of bounces cannot be read', { error });
      }
    },
    stop: () => stopping.abort(),
  };
}
