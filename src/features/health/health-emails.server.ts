/** The kind of e-mail that tells administrators what is bad, as the outbox sends it. */
import { getSettings } from '#features/settings/settings.server.ts';
import { defaultSettings } from '#features/settings/settings.ts';
import type { AppContext } from '#platform/context.ts';
import { insistentRules } from '#platform/mail/queue/insistent-rules.ts';
import type { EmailGroup } from '#platform/mail/queue/mail-kind.ts';
import { composeHealthEmail, type HealthEmail } from './health-email.ts';

type Context = Pick<AppContext, 'db' | 'config'>;

export function healthEmails(context: Context): EmailGroup {
  const { db } = context;
  const alert = {
    idPrefix: 'health',
    async isWanted({ recipient }: { recipient: string | null }) {
      const person = db
        .selectFrom('administrators')
        .select('id')
        .where('email', '=', recipient ?? '');
      return (await person.where('isActive', '=', true).executeTakeFirst()) !== undefined;
    },
    async write({ recipient, content }: { recipient: string | null; content: string }) {
      return writeHealthEmail(context, recipient ?? '', JSON.parse(content) as HealthEmail);
    },
  };
  return { kinds: { 'health-alert': alert }, rules: insistentRules };
}

export async function writeHealthEmail({ db, config }: Context, to: string, email: HealthEmail) {
  // What is bad may be the database itself.
  const { societyName, contactLine } = await getSettings(db, config).catch(() => defaultSettings);
  const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };
  return { to, headers, ...composeHealthEmail(email, { societyName, contactLine, siteUrl: config.siteUrl }) };
}
