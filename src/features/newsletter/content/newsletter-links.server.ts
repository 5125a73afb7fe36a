/** The links in our mails, and their tokens, which prove that someone may act for an address. */
import type { Db } from '#platform/db/db.ts';
import { normaliseEmail } from '#platform/mail/mailable-address.ts';
import { secretFor } from '#platform/secrets.ts';
import { isSignature, sign } from '#platform/tokens.ts';

export const linksSecret = 'newsletter-links';

export async function createNewsletterLinks(db: Db, siteUrl: string) {
  const secret = await secretFor(db, linksSecret);
  return {
    verify: (token: string) => `${siteUrl}/verify?token=${token}`,
    /**
     * The page that unsubscribes and undoes it, the call behind a mail program's own button (RFC 8058), and the page where subscribers
     * choose what they get. One signature per mail proves all of them.
     */
    ownLinks(email: string) {
      const query = new URLSearchParams({ email, token: signEmail(secret, email) });
      return {
        unsubscribe: `${siteUrl}/unsubscribe?${query}`,
        undo: `${siteUrl}/unsubscribe?${query}&undo=1`,
        oneClick: `${siteUrl}/api/v1/newsletter/unsubscribe?${query}`,
        choices: `${siteUrl}/subscription?${query}`,
      };
    },
  };
}

/** One-click unsubscription (RFC 8058): a mail program's own button. */
export function leavingHeaders(oneClick: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Whether `token` comes from our mails to this address. */
export async function isValidLinkToken(db: Db, email: string, token: string | undefined): Promise<boolean> {
  if (!token) return false;
  return isSignature(token, signEmail(await secretFor(db, linksSecret), email));
}

function signEmail(secret: string, email: string): string {
  return sign(secret, `unsubscribe\n${normaliseEmail(email)}`);
}
