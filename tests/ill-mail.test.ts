/** Ill sites, as `ill-sites.test.ts` has them: the mail server, and what the DNS says about the domain of MAIL_FROM. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { dnsServer, type Zone } from './support/dns.ts';
import { smtpServer } from './support/smtp.ts';
import { expectIll, findingsIn, illsOf } from './support/unhealthy-site.ts';

const domain = 'society-one.org';
/** Says nothing of its own but SPF, as a society's part of a university's domain. */
const below = `one-health.students.${domain}`;
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicKey = createPublicKey(keys.privateKey).export({ type: 'spki', format: 'der' }).toString('base64');

const spf = 'v=spf1 ip4:127.0.0.1 ~all';
const dkim = `v=DKIM1; k=rsa; p=${publicKey}`;
const dmarc = 'v=DMARC1; p=quarantine';

/** Of a domain that is well but for what is given; null takes a name out. */
function zoneWith({ own = [spf], key = [dkim], policy = [dmarc] }: Names = {}): Zone {
  return {
    [domain]: { txt: own },
    [`site._domainkey.${domain}`]: { txt: key },
    [`_dmarc.${domain}`]: { txt: policy },
  };
}

type Names = { own?: string[]; key?: string[]; policy?: string[] };

async function withDomain(names: Names, work: (env: Record<string, string>) => Promise<void>): Promise<void> {
  await using dns = await dnsServer({ ...zoneWith(names), [below]: { txt: [spf] } });
  await using server = await smtpServer();
  await work({
    DNS_SERVER: dns.address,
    SMTP_URL: server.url,
    MAIL_FROM: `Society <news@${domain}>`,
    DKIM_DOMAIN: domain,
    DKIM_SELECTOR: 'site',
    DKIM_PRIVATE_KEY: pem,
  });
}

test('a domain with all three records is good', async () => {
  await withDomain({}, async (env) => {
    expect(illsOf(await findingsIn({ spoil: () => env }))).toEqual(['bad address']);
  });
});

test('a domain’s policy about forged emails covers its subdomains', async () => {
  const from = { MAIL_FROM: `Society <news@${below}>` };
  await withDomain({}, async (env) => {
    expect(illsOf(await findingsIn({ spoil: () => ({ ...env, ...from }) }))).toEqual(['bad address']);
  });
  await withDomain({ policy: [] }, async (env) => {
    const spoil = () => ({ ...env, ...from });
    await expectIll(['', 'bad mail-domain', /students\.society-one\.org does not say what to do/, { spoil }]);
  });
});

const ills: [name: string, said: RegExp, names: Names][] = [
  ['no SPF', /does not say who may send/, { own: ['other=1'] }],
  ['no DKIM key', /has no record/, { key: [] }],
  ['no DMARC', /does not say what to do/, { policy: [] }],
];

test.each(ills)('%s is named', async (name, said, names) => {
  await withDomain(names, async (env) => expectIll([name, 'bad mail-domain', said, { spoil: () => env }]));
});

test('a site that does not sign is asked to look, and one that sends no mails is not', async () => {
  await withDomain({}, async (env) => {
    const unsigned = { ...env, DKIM_DOMAIN: '', DKIM_SELECTOR: '', DKIM_PRIVATE_KEY: '' };
    await expectIll(['', 'look mail-domain', /does not sign/, { spoil: () => unsigned }]);
  });
  expect((await findingsIn({})).map(({ check }) => check)).not.toContain('mail-domain');
});

test('a DNS server that does not answer causes no false alarm', async () => {
  await withDomain({}, async (env) => {
    const findings = await findingsIn({ spoil: () => ({ ...env, DNS_SERVER: '127.0.0.1:9' }) });
    expect(illsOf(findings)).toEqual(['bad address', 'look mail-domain']);
  });
});

test('a mail server that refuses the sign-in is named, and the password is not shown', async () => {
  await using server = await smtpServer({ asksLogin: true, fail: (step) => (step === 'auth' ? 535 : undefined) });
  await withDomain({}, async (env) => {
    const spoil = () => ({ ...env, SMTP_URL: server.url.replace('smtp://', 'smtp://news:a-hidden-word@') });
    await expectIll(['', 'bad smtp', /does not let the site sign in/, { spoil }]);
    expect(JSON.stringify(await findingsIn({ spoil }))).not.toContain('a-hidden-word');
  });
});

test('a mail server that is unreachable, on another port, without encryption, or with a self-signed certificate', async () => {
  await using server = await smtpServer();
  await using unsigned = await smtpServer({ tls: 'offered' });
  // Any name but this machine's: there encryption is asked for.
  const elsewhere = ({ url }: { url: string }) => `smtp://[::ffff:127.0.0.1]:${new URL(url).port}`;
  await withDomain({}, async (env) => {
    const at = (url: string) => ({ spoil: () => ({ ...env, SMTP_URL: url }) });
    await expectIll(['', 'bad smtp', /cannot be reached/, at('smtp://127.0.0.1:9')]);
    await expectIll([
      '',
      'bad smtp',
      /cannot be reached: .*does not speak TLS/,
      at(server.url.replace('smtp:', 'smtps:')),
    ]);
    const found = (await findingsIn(at(elsewhere(server)))).find(({ check }) => check === 'smtp');
    expect(found).toMatchObject({ level: 'bad', sentence: expect.stringMatching(/no encryption \(STARTTLS\)/) });
    await expectIll(['', 'bad smtp', /certificate .* is not trusted/, at(elsewhere(unsigned))]);
  });
});

test('a working mail server is connected to and gets no mail', async () => {
  await using server = await smtpServer({ asksLogin: true });
  await withDomain({}, async (env) => {
    const spoil = () => ({ ...env, SMTP_URL: server.url.replace('smtp://', 'smtp://news:a-hidden-word@') });
    const found = (await findingsIn({ spoil })).find(({ check }) => check === 'smtp');
    expect(found).toMatchObject({ level: 'good', sentence: expect.stringMatching(/lets the site sign in/) });
  });
  expect(server.mails).toEqual([]);
});
