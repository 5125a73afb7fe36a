/** Checks the mail server and the DNS records of MAIL_FROM. */

import { Resolver } from 'node:dns/promises';
import type { Config } from '#platform/config/config.ts';
import { isThisMachine, readTlsOption } from '#platform/config/smtp-tls-option.ts';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';
import { pluralise } from '#shared/text.ts';
import type { CheckContext, StepContext } from '../check-contract.server.ts';
import { bad, good, look, type Verdict } from '../check-result.ts';
import { isCertificateProblem, isReservedDomain } from './site-url-check.server.ts';

const minuteMs = 60_000;

export const noMailServer = look(
  'No mail server is set: emails stay in the outbox and reach no one.',
  'Ask the person who runs the server to set SMTP_URL and MAIL_FROM, as docs/how-to/newsletter.md shows.',
);

/** Signs in, and sends nothing. */
export async function smtpVerdict({ config, db, now }: CheckContext): Promise<Verdict> {
  const { smtpUrl, siteUrl } = config;
  if (!smtpUrl) return noMailServer;
  const { hostname, username } = new URL(smtpUrl);
  try {
    await signIn(smtpUrl, siteUrl);
  } catch (error) {
    return refusedVerdict(hostname, error as Refused);
  }
  if (readTlsOption(smtpUrl).isPlain && !isThisMachine(hostname))
    return look(
      `The mail server ${hostname} answers, and emails go to it unencrypted (tls=none).`,
      'Take tls=none out of SMTP_URL if the mail server offers encryption.',
    );
  const [unread, refused] = db
    ? [await countNotices(db, 'bounce.unread', now), await countNotices(db, 'bounce.ours', now)]
    : [0, 0];
  if (unread + refused > 0)
    return look(
      [
        `The mail server ${hostname} answers. In the last 30 days:`,
        ...(unread > 0 ? [`${pluralise(unread, 'notice')} that we could not read.`] : []),
        ...(refused > 0 ? [`${pluralise(refused, 'notice')} of an email that was refused as unwanted.`] : []),
      ].join(' '),
      'Read them in Activity and in the mailbox of bounces.',
    );
  return good(`The mail server ${hostname} answers${username ? ' and lets the site sign in' : ''}.`);
}

/** A mail server has taken a mail; one that is kept in the outbox does not count. */
export async function firstMailVerdict({ db, config }: StepContext): Promise<Verdict> {
  if (!config.smtpUrl) return noMailServer;
  // For each an index of its own.
  for (const is of ['is', 'is not'] as const) {
    const sent = db.selectFrom('mails').select('id').where('issueId', is, null).where('state', '=', 'sent').limit(1);
    if (await sent.executeTakeFirst()) return good('The mail server has taken an email.');
  }
  const tests = db.selectFrom('audit').select('id').where('action', 'in', ['newsletter.test', 'issue.test']);
  const taken = tests.where('detail', '=', JSON.stringify({ isKept: false })).limit(1);
  if (await taken.executeTakeFirst()) return good('The mail server has taken an email.');
  const articles = db.selectFrom('articles').select('id').where('deletedAt', 'is', null).orderBy('id', 'desc').limit(1);
  const article = await articles.executeTakeFirst();
  if (!article) return look('No email has been sent yet.', 'Write an article and send yourself a test.');
  const send = { label: 'Send a test email', method: 'POST', path: `/newsletter/admin/test/${article.id}` } as const;
  return look('No email has been sent yet.', 'The test goes to your own address.', send);
}

function countNotices(db: Db, action: 'bounce.ours' | 'bounce.unread', now: Date): Promise<number> {
  const since = new Date(now.getTime() - 30 * 24 * 60 * minuteMs).toISOString();
  return countRows(db.selectFrom('audit').where('action', '=', action).where('at', '>', since));
}

async function signIn(smtpUrl: string, siteUrl: string): Promise<void> {
  // Loaded only with a mail server.
  const [{ openConnection }, { readSmtpUrl }] = await Promise.all([
    import('#platform/mail/smtp/smtp-connection.ts'),
    import('#platform/mail/read-smtp-url.ts'),
  ]);
  const connection = await openConnection(readSmtpUrl(smtpUrl, siteUrl), AbortSignal.timeout(20_000));
  connection.close();
}

type Refused = Error & { step?: string; systemCode?: string | null };

function refusedVerdict(hostname: string, { message, step, systemCode }: Refused): Verdict {
  if (step === 'login')
    return bad(
      `The mail server ${hostname} does not let the site sign in: ${message}`,
      'Compare the user name and the password in SMTP_URL with those of the mail provider, and restart the site.',
    );
  if (message.includes('STARTTLS'))
    return bad(
      `The mail server ${hostname} offers no encryption (STARTTLS), so nothing is handed over.`,
      'Use its encrypted port: write SMTP_URL with smtps:// and port 465, and restart the site.',
    );
  if (isCertificateProblem(systemCode ?? ''))
    return bad(
      `The certificate of the mail server ${hostname} is not trusted: ${message}`,
      'Write the name that the certificate is for into SMTP_URL. If your own authority signed it, set NODE_EXTRA_CA_CERTS to its file for the site and for this command.',
    );
  return bad(
    `The mail server ${hostname} cannot be reached: ${message}`,
    'Compare the host and the port in SMTP_URL with those of the mail provider, and restart the site.',
  );
}

/** One look each for SPF, DKIM and DMARC; null while no mail goes out. */
export async function mailDomainVerdict({ config }: CheckContext): Promise<Verdict | null> {
  if (!config.smtpUrl) return null;
  const domain = config.mailFrom.address.slice(config.mailFrom.address.lastIndexOf('@') + 1).toLowerCase();
  if (isReservedDomain(domain) && !config.dnsServer)
    return look(
      `The domain of MAIL_FROM, ${domain}, does not exist.`,
      'Set MAIL_FROM to an address of your own domain.',
    );
  const ask = askDns(config.dnsServer);
  if (!(await ask(domain, /^v=spf1(\s|$)/i)))
    return bad(
      `${domain} does not say who may send its email (SPF): much of it ends up as spam.`,
      `Add the TXT record that your mail provider documents for ${domain}, such as: v=spf1 a:HOST-THAT-SENDS ~all`,
    );
  if (!(await hasDmarc(domain, ask)))
    return bad(
      `${domain} does not say what to do with forged emails (DMARC): large providers refuse newsletters without it.`,
      `Add this record to the DNS: _dmarc.${domain} TXT "v=DMARC1; p=none; rua=mailto:${config.mailFrom.address}"`,
    );
  return dkimVerdict(domain, config.newsletter.dkim, ask);
}

/** A record of any domain above holds, too. */
async function hasDmarc(domain: string, ask: Ask): Promise<boolean> {
  for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1))
    if (await ask(`_dmarc.${name}`, /^v=DMARC1/i)) return true;
  return false;
}

async function dkimVerdict(domain: string, key: Config['newsletter']['dkim'], ask: Ask): Promise<Verdict> {
  if (!key)
    return look(
      'This site does not sign its emails (DKIM); whether the mail server does cannot be seen from here.',
      `Ask the mail provider whether it signs for ${domain}; if it does not, set DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY.`,
    );
  const name = `${key.selector}._domainkey.${key.domain}`;
  if (await ask(name, /(^|;)\s*p\s*=\s*[\w+/]/i)) return good(`${domain} has SPF, DKIM and DMARC.`);
  return bad(
    `The key that signs emails (DKIM) is not in the DNS: ${name} has no record.`,
    'Add the record of that key to the DNS: docs/how-to/newsletter.md',
  );
}

type Ask = (name: string, wanted: RegExp) => Promise<boolean>;

/** Uses DNS_SERVER, or the machine's own resolver. Throws failures that say nothing about the name. */
function askDns(server: string | undefined): Ask {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  if (server) resolver.setServers([server]);
  return async (name, wanted) => {
    try {
      return (await resolver.resolveTxt(name)).some((parts) => wanted.test(parts.join('')));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENODATA' || code === 'ENOTFOUND') return false;
      throw error;
    }
  };
}
