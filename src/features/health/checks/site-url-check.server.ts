/** Whether SITE_URL leads to this site. */
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { isThisMachine } from '#platform/config/smtp-tls-option.ts';
import type { CheckContext, StepContext } from '../check-contract.server.ts';
import { bad, good, look, type Verdict } from '../check-result.ts';

const withinMs = 10_000;
/** The path that the check requests. */
const path = '/healthz';

export async function siteUrlVerdict({ config, site, now }: CheckContext): Promise<Verdict> {
  const { siteUrl, port } = config;
  if (site === 'stopped')
    return bad(
      `The site does not answer on port ${port}.`,
      'Start it: npm start, or systemctl start one-health where it is a service.',
    );
  if (isReservedDomain(new URL(siteUrl).hostname))
    return look(
      `SITE_URL is ${siteUrl}: links in emails lead nowhere for anyone else.`,
      'Set SITE_URL to the address that visitors type, and restart the site.',
    );
  const options = { redirect: 'manual', signal: AbortSignal.timeout(withinMs) } as const;
  const asked = await fetch(siteUrl + path, options).catch((error: unknown) => codeOf(error));
  if (typeof asked === 'string') return failedVerdict(asked, siteUrl);
  const { status } = asked;
  const to = asked.headers.get('location') ?? '';
  const said = status === 200 ? ((await asked.json().catch(() => null)) as { status?: string } | null) : null;
  const verdict = answeredVerdict({ siteUrl, status, to, isOurs: said?.status === 'ok' });
  return verdict.level === 'good' ? ((await endingCertificateVerdict(siteUrl, now)) ?? verdict) : verdict;
}

/** Null unless its end is near: proxies renew a certificate when a third of its time is left. */
export async function endingCertificateVerdict(siteUrl: string, now: Date): Promise<Verdict | null> {
  const { hostname, port, protocol } = new URL(siteUrl);
  if (protocol !== 'https:') return null;
  // Whether it is trusted has been seen already. An address takes no server name.
  const name = isIP(hostname) ? {} : { servername: hostname };
  const socket = connect({ host: hostname, port: Number(port || 443), rejectUnauthorized: false, ...name });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(withinMs) });
    const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
    const left = Date.parse(to) - now.getTime();
    if (left > (Date.parse(to) - Date.parse(from)) / 6) return null;
    return look(
      `The certificate of ${hostname} ends on ${new Date(to).toISOString().slice(0, 10)}, and has not been renewed.`,
      'Read why in the log of the proxy: journalctl -u caddy, or certbot renew --dry-run.',
    );
  } finally {
    socket.destroy();
  }
}

export async function ownAddressVerdict({ config: { siteUrl } }: StepContext) {
  const { hostname } = new URL(siteUrl);
  if (!isReservedDomain(hostname) && !isOnlyHere(hostname)) return good('The site has an address of its own.');
  return look(
    `${sayOnlyHere(siteUrl)} The links in its emails lead nowhere so far.`,
    'Ask the person who installed the site to set SITE_URL on its server. If that is you, docs/how-to/deploy.md says how.',
  );
}

function isOnlyHere(hostname: string): boolean {
  return isThisMachine(hostname) || hostname === '0.0.0.0' || hostname === '[::]';
}

function sayOnlyHere(siteUrl: string): string {
  return `The site calls itself ${siteUrl}, which no one else can open.`;
}

type Answered = { siteUrl: string; status: number; to: string; isOurs: boolean };

function answeredVerdict({ siteUrl, status, to, isOurs }: Answered): Verdict {
  const { host, hostname, protocol } = new URL(siteUrl);
  if (status >= 300 && status < 400)
    return bad(
      `${siteUrl} redirects to another address: ${to.replace(path, '')}`,
      'Set SITE_URL to the address that visitors end up at, and restart the site.',
    );
  if ([502, 503, 504].includes(status))
    return bad(
      `The proxy of ${host} does not reach the site: it answers ${status}.`,
      'Make the proxy pass requests on to the PORT of this site.',
    );
  if (!isOurs)
    return bad(
      `${siteUrl} does not lead to this site: something else answers ${status} there.`,
      'Correct SITE_URL, or make the proxy pass requests on to the PORT of this site.',
    );
  if (isOnlyHere(hostname))
    return look(sayOnlyHere(siteUrl), 'Set SITE_URL to the address that visitors type, and restart the site.');
  if (protocol === 'http:')
    return look(
      `${siteUrl} leads to this site, but without encryption.`,
      'Put a proxy with a certificate before the site, and set SITE_URL to https://, as docs/how-to/deploy.md shows.',
    );
  return good(`${siteUrl} leads to this site.`);
}

function failedVerdict(code: string, siteUrl: string): Verdict {
  const { host } = new URL(siteUrl);
  if (code === 'ENOTFOUND')
    return bad(`${host}, the host of SITE_URL, is not in the DNS.`, 'Correct SITE_URL, or add the name to the DNS.');
  if (isCertificateProblem(code) || /SSL|TLS/.test(code))
    return bad(
      `Browsers do not trust the certificate of ${host} (${code}).`,
      'Renew the certificate where the proxy keeps it.',
    );
  // Some networks do not let a machine reach itself by its public name.
  return look(
    `${siteUrl} cannot be reached from this machine (${code}).`,
    'Open it on a phone with mobile data. If it does not open, start the proxy and check the firewall.',
  );
}

function codeOf(error: unknown): string {
  const { cause, name } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? name;
}

export function isCertificateProblem(code: string): boolean {
  return /CERT|SIGNATURE/.test(code);
}

/** A reserved name (RFC 2606 and RFC 6761). */
export function isReservedDomain(name: string): boolean {
  return /(^|\.)(example(\.(com|net|org))?|test|invalid|localhost|local|localdomain)$/i.test(name);
}
