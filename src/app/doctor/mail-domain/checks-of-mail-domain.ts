/** What the DNS says about mails from MAIL_FROM: who may send them (SPF), who signs them (DKIM), what follows (DMARC). */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { bad, good, look, type Verdict } from '#features/health/finding.ts';
import type { Config } from '#platform/config/config.ts';
import { isThisMachine } from '#platform/mail/smtp-url.ts';
import type { Check, CheckContext } from '../check.ts';
import { isReserved } from '../reserved-name.ts';
import { type Dns, openDns } from './dns-records.ts';
import { lookUpSpf, type Spf } from './spf.ts';

type Ask = (question: { dns: Dns; domain: string; config: Config }) => Promise<Verdict>;

export const mailDomainChecks: Check[] = [
  { name: 'spf', title: 'SPF', isSlow: true, verdict: ofDomain(spfOf) },
  { name: 'dkim', title: 'DKIM', isSlow: true, verdict: ofDomain(dkimOf) },
  { name: 'dmarc', title: 'DMARC', isSlow: true, verdict: ofDomain(dmarcOf) },
];

/** Null while no mail goes out. */
function ofDomain(ask: Ask) {
  return async ({ config }: CheckContext): Promise<Verdict | null> => {
    if (!config.smtpUrl) return null;
    const domain = domainOf(config);
    if (isReserved(domain) && !config.dnsServer) return ask === spfOf ? nobodys(domain) : null;
    return ask({ dns: openDns(config.dnsServer), domain, config });
  };
}

/** Said once. */
function nobodys(domain: string): Verdict {
  return look(`MAIL_FROM is at ${domain}, which is nobody's.`, 'Set MAIL_FROM to an address of your own domain.');
}

function domainOf({ mailFrom }: Config): string {
  return mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1).toLowerCase();
}

async function spfOf({ dns, domain, config }: Parameters<Ask>[0]): Promise<Verdict> {
  const server = sendingHost(config);
  const senders = isIP(server) ? [server] : await dns.addresses(server);
  return spfVerdict(await lookUpSpf(dns, domain, senders), { domain, server });
}

/** The host that others see mails come from: a mail server on this machine has the name of the site. */
export function sendingHost({ smtpUrl = '', siteUrl }: Pick<Config, 'smtpUrl' | 'siteUrl'>): string {
  const [server = '', site = ''] = [smtpUrl, siteUrl].map((url) => new URL(url).hostname.replace(/[[\]]/g, ''));
  return isThisMachine(server) && !isThisMachine(site) ? site : server;
}

export function spfVerdict(spf: Spf, { domain, server }: { domain: string; server: string }): Verdict {
  const mechanism = isIP(server) ? `ip${isIP(server)}:${server}` : `a:${server}`;
  const record = `${domain}. TXT "v=spf1 ${mechanism} ~all"`;
  if (spf.kind === 'absent')
    return bad(
      `${domain} does not say who may send its mails (SPF): many end up as spam.`,
      'Add this record where the domain is kept, or the one that your mail provider documents.',
      record,
    );
  if (spf.kind === 'wrong')
    return bad(
      `The SPF record of ${domain} cannot be used: ${spf.why}.`,
      'Leave one record there, such as this one.',
      record,
    );
  if (spf.kind === 'open')
    return bad(
      `The SPF record of ${domain} lets everybody send its mails (+all).`,
      'Replace +all by ~all at the end of the record, as here.',
      record,
    );
  if (spf.kind === 'leaves out')
    return look(
      `The SPF record of ${domain} does not name ${server}, which sends the mails of this site.`,
      'Put this word before the “all” of the record, or the include that your mail provider documents.',
      mechanism,
    );
  return good(`${domain} lets ${server} send its mails (SPF).`);
}

async function dkimOf({ dns, domain, config }: Parameters<Ask>[0]): Promise<Verdict> {
  const key = config.newsletter.dkim;
  if (!key)
    return look(
      'This site does not sign its mails (DKIM); whether the mail server does cannot be seen from here.',
      `Ask the mail provider whether it signs for ${domain}; if it does not, set DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY.`,
    );
  const name = `${key.selector}._domainkey.${key.domain}`;
  const found = await dns.texts(name);
  return dkimVerdict({ found, name, domain, signedBy: key.domain, publicKey: publicKeyOf(key.privateKey) });
}

type Dkim = { found: string[]; name: string; domain: string; signedBy: string; publicKey: string };

export function dkimVerdict({ found, name, domain, signedBy, publicKey }: Dkim): Verdict {
  const record = `${name}. TXT "v=DKIM1; k=rsa; p=${publicKey}"`;
  const keys = found.map((text) => /(?:^|;)\s*p\s*=([^;]*)/i.exec(text)?.[1]?.replace(/\s/g, ''));
  const todo = 'Add this record where the domain is kept; a text of more than 255 characters is parted there.';
  if (keys.every((key) => key === undefined))
    return bad(`The key that mails are signed with (DKIM) is not in the DNS: ${name} has no record.`, todo, record);
  if (!keys.includes(publicKey))
    return bad(
      `The key at ${name} is not the one that mails are signed with (DKIM): every signature is wrong.`,
      'Replace the record by this one.',
      record,
    );
  if (!isSameOrBelow(domain, signedBy) && !isSameOrBelow(signedBy, domain))
    return look(
      `Mails come from ${domain} and are signed by ${signedBy} (DKIM).`,
      `Set DKIM_DOMAIN=${domain}, and add its record.`,
    );
  return good(`Mails are signed, and the key is in the DNS (DKIM, ${name}).`);
}

function publicKeyOf(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
}

function isSameOrBelow(domain: string, other: string): boolean {
  return domain === other || domain.endsWith(`.${other}`);
}

/** The nearest record upwards counts. */
async function dmarcOf({ dns, domain, config }: Parameters<Ask>[0]): Promise<Verdict> {
  const labels = domain.split('.');
  for (let from = 0; from < Math.max(1, labels.length - 1); from += 1) {
    const above = labels.slice(from).join('.');
    const found = (await dns.texts(`_dmarc.${above}`)).filter((text) => /^v=DMARC1\s*(;|$)/i.test(text));
    if (found.length > 0) return dmarcVerdict(found, { domain: above, address: config.mailFrom.address });
  }
  return dmarcVerdict([], { domain, address: config.mailFrom.address });
}

export function dmarcVerdict(found: string[], { domain, address }: { domain: string; address: string }): Verdict {
  const record = `_dmarc.${domain}. TXT "v=DMARC1; p=none; rua=mailto:${address}"`;
  const [only] = found;
  if (only === undefined)
    return bad(
      `${domain} does not say what becomes of forged mails (DMARC): large providers refuse newsletters without it.`,
      'Add this record where the domain is kept.',
      record,
    );
  if (found.length > 1)
    return bad(`${domain} has ${found.length} DMARC records, so none of them counts.`, 'Leave one of them.', record);
  if (!/;\s*p\s*=\s*(none|quarantine|reject)\s*(;|$)/i.test(only))
    return bad(
      `The DMARC record of ${domain} has no policy that is known (p=none, quarantine or reject).`,
      'Replace it by this record.',
      record,
    );
  return good(`${domain} says what becomes of forged mails (DMARC).`);
}
