import { challengesSecret } from '#features/accounts/second-factor/challenges.server.ts';
import { knownBrowsersSecret } from '#features/accounts/sign-in/device-cookies.server.ts';
import { previewSecret } from '#features/articles/preview/previews.server.ts';
import { framesSecret } from '#features/newsletter/content/mail-iframe.server.ts';
import { linksSecret } from '#features/newsletter/content/newsletter-links.server.ts';
import { registrationLinksSecret } from '#features/registrations/registration-links.server.ts';
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { proofOfWorkSecret } from '#platform/forms/proof-of-work.ts';
import { doNotWriteSecret } from '#platform/mail/first-mails.ts';
import { renewSecret } from '#platform/secrets.ts';

/**
 * Replaces the keys of everything that the site signs, after a leak. Links in earlier mails still unsubscribe, as the bare
 * address does. Nothing else that was signed still works.
 * @throws Conflict when someone else does the same at this moment
 */
export async function rotateSigningKeys(db: Db, now: Date): Promise<void> {
  await transact(db, async (trx) => {
    const names = [
      linksSecret,
      previewSecret,
      framesSecret,
      challengesSecret,
      knownBrowsersSecret,
      proofOfWorkSecret,
      registrationLinksSecret,
      doNotWriteSecret,
    ];
    for (const name of names) await renewSecret(trx, name, now);
    await audit(trx, { at: now, administratorId: null, action: 'links.rotate', entityId: null });
  });
}
