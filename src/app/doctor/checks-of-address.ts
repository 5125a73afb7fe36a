/** Whether SITE_URL leads to this site, by its proxy and with its certificate, and whether TRUST_PROXY is right. */
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { bad, good, look, type Verdict } from '#features/health/finding.ts';
import type { Db } from '#platform/db/db.ts';
import { findSecret } from '#platform/secrets.ts';
import { isSignature } from '#platform/tokens.ts';
import { countOf } from '#shared/text.ts';
import { newProbe, type ProbeAnswer, probeHeader, probePath, probeSecret, proofOf } from '../monitoring/probe.ts';
import { type Check, type CheckContext, withDatabase } from './check.ts';
import { isReserved } from './reserved-name.ts';

const withinMs = 10_000;
const dayMs = 86_400_000;
/** Nobody has it (RFC 5737): what is sent as the client's address, to see whether a proxy takes it as it is. */
const invented = '192.0.2.77';

export const addressChecks: Check[] = [
  withDatabase({
    name: 'reach',
    title: 'SITE_URL',
    isSlow: true,
    verdict: async (context) =>
      isAsked(context) ? reachVerdict(await ask(context), context.config.siteUrl) : unasked(context),
  }),
  withDatabase({
    name: 'proxy',
    title: 'TRUST_PROXY',
    isSlow: true,
    async verdict(context) {
      const reached = isAsked(context) ? await ask(context) : null;
      return reached?.kind === 'answered' ? proxyVerdict(reached.answer, invented) : null;
    },
  }),
  {
    name: 'certificate',
    title: 'Certificate',
    isSlow: true,
    async verdict({ config, now }) {
      const url = new URL(config.siteUrl);
      if (url.protocol !== 'https:' || isReserved(url.hostname)) return null;
      const certificate = await certificateOf(url);
      return certificate && certificateVerdict(certificate, now);
    },
  },
];

function isAsked({ config, site }: CheckContext): boolean {
  return site !== 'stopped' && !isReserved(new URL(config.siteUrl).hostname);
}

function unasked({ config, site }: CheckContext): Verdict | null {
  if (site === 'stopped') return null;
  return look(
    `SITE_URL is ${config.siteUrl}: links in mails lead nowhere for anybody else.`,
    'Set SITE_URL to the address that visitors type, and restart the site.',
  );
}

type Reached =
  | { kind: 'answered'; answer: ProbeAnswer }
  | { kind: 'no key' }
  | { kind: 'failed'; code: string }
  | { kind: 'moved'; to: string }
  | { kind: 'other'; status: number };

async function ask({ config, db }: CheckContext & { db: Db }): Promise<Reached> {
  const secret = await findSecret(db, probeSecret);
  if (secret === null) return { kind: 'no key' };
  const probe = newProbe(secret, new Date());
  const headers = { [probeHeader]: probe, 'x-forwarded-for': invented };
  const options = { headers, redirect: 'manual', signal: AbortSignal.timeout(withinMs) } as const;
  const asked = await fetch(`${config.siteUrl}${probePath}`, options).catch((error: unknown) => codeOf(error));
  if (typeof asked === 'string') return { kind: 'failed', code: asked };
  const { status } = asked;
  if (status >= 300 && status < 400) return { kind: 'moved', to: asked.headers.get('location') ?? '' };
  const answer = status === 200 ? ((await asked.json().catch(() => null)) as ProbeAnswer | null) : null;
  if (!answer || !isSignature(String(answer.proof), proofOf(probe, secret))) return { kind: 'other', status };
  return { kind: 'answered', answer };
}

function codeOf(error: unknown): string {
  const { cause, name } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? name;
}

export function reachVerdict(reached: Reached, siteUrl: string): Verdict {
  const { host, protocol } = new URL(siteUrl);
  if (reached.kind === 'no key')
    return look('SITE_URL could not be tried yet.', 'Start this version of the site once, and look again.');
  if (reached.kind === 'failed') return failedVerdict(reached.code, siteUrl);
  if (reached.kind === 'moved')
    return bad(
      `${siteUrl} leads on to another address: ${reached.to.replace(probePath, '')}`,
      'Set SITE_URL to the address that visitors end up at, and restart the site.',
    );
  if (reached.kind === 'other' && [502, 503, 504].includes(reached.status))
    return bad(
      `The proxy of ${host} does not reach the site: it answers ${reached.status}.`,
      'Let the proxy pass requests on to the PORT of this site.',
    );
  if (reached.kind === 'other')
    return bad(
      `${siteUrl} does not lead to this site: something else answers ${reached.status} there.`,
      'Correct SITE_URL, or let the proxy pass requests on to the PORT of this site.',
    );
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
    return bad(
      `${host}, the host of SITE_URL, is not in the DNS.`,
      'Correct SITE_URL, or add the name where the domain is kept.',
    );
  if (/CERT|SSL|TLS|SIGNATURE|ISSUER/.test(code))
    return bad(
      `Browsers do not trust the certificate of ${host} (${code}).`,
      'Renew the certificate where the proxy keeps it.',
    );
  if (code === 'EAI_AGAIN')
    return look('The name in SITE_URL could not be looked up from here.', 'Look whether this machine can ask the DNS.');
  // Some networks do not let a machine reach itself by its public name.
  return look(
    `${siteUrl} cannot be reached from this machine (${code}).`,
    'Open it on a phone without this network; if it does not open there, start the proxy and look at the firewall.',
  );
}

/** `sent`: what was sent as the client's address. */
export function proxyVerdict({ forwarded, trustsProxy }: ProbeAnswer, sent: string): Verdict {
  const isUntouched = forwarded === sent;
  if (trustsProxy && isUntouched)
    return bad(
      'TRUST_PROXY is set, and nothing before the site writes X-Forwarded-For: anybody can pretend to be anywhere.',
      'Take TRUST_PROXY out of the settings, or let the proxy add the address of the client.',
    );
  if (!trustsProxy && !isUntouched)
    return bad(
      'A proxy stands before the site, and TRUST_PROXY is not set: for all limits, all visitors are one.',
      'Set TRUST_PROXY=true, and restart the site.',
    );
  if (trustsProxy && forwarded === null)
    return bad(
      'The proxy does not say who asks (X-Forwarded-For): for all limits, all visitors are one.',
      'Let the proxy add X-Forwarded-For, as docs/how-to/deploy.md shows.',
    );
  return good(
    trustsProxy ? 'The proxy says who asks, and the site trusts it.' : 'The site sees who asks, without a proxy.',
  );
}

type Certificate = { validTo: Date; validFrom: Date };

/** Null where nothing answers: another check says that. */
async function certificateOf({ hostname, port }: URL): Promise<Certificate | null> {
  const host = hostname.replace(/[[\]]/g, '');
  const socket = connect({
    host,
    port: Number(port || 443),
    ...(isIP(host) ? {} : { servername: host }),
    rejectUnauthorized: false,
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(withinMs) });
    const { valid_to: to, valid_from: from } = socket.getPeerCertificate();
    return { validTo: new Date(to), validFrom: new Date(from) };
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}

export function certificateVerdict({ validTo, validFrom }: Certificate, now: Date): Verdict {
  const left = validTo.getTime() - now.getTime();
  const days = Math.floor(left / dayMs);
  // Proxies renew when a third is left; certificates of 90, 45 and 6 days are common.
  const lifetime = validTo.getTime() - validFrom.getTime();
  const todo = 'Look into the log of the proxy for why the certificate is not renewed, such as: journalctl -u caddy';
  if (validFrom > now)
    return bad(
      'The certificate begins in the future: the clock of this machine is wrong.',
      'Set the clock: timedatectl set-ntp true',
    );
  if (days < 0) return bad(`The certificate ended ${countOf(-days, 'day')} ago: browsers warn of the site.`, todo);
  if (left < Math.min(14 * dayMs, lifetime / 6))
    return bad(`The certificate ends in ${countOf(days, 'day')}, and has not been renewed.`, todo);
  if (left < Math.min(21 * dayMs, lifetime / 4)) return look(`The certificate ends in ${countOf(days, 'day')}.`, todo);
  return good(`The certificate lasts ${countOf(days, 'more day')}.`);
}
