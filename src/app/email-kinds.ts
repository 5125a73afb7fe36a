/** Every kind of email that is not a newsletter, by the feature that writes it. */
import { accountEmails } from '#features/accounts/account-email-kinds.server.ts';
import { previewEmails } from '#features/newsletter/content/test-and-draft-emails.server.ts';
import { subscriberEmails } from '#features/newsletter/subscribers/emails/subscriber-email-kinds.server.ts';
import { registrationEmails } from '#features/registrations/emails/registration-email-kinds.server.ts';
import type { AppContext } from '#platform/context.ts';
import type { EmailGroup } from '#platform/mail/queue/mail-contract.ts';

export function emailGroups(context: Pick<AppContext, 'db' | 'config' | 'clock' | 'store'>): EmailGroup[] {
  return [accountEmails(context), previewEmails(context), subscriberEmails(context), registrationEmails(context)];
}
