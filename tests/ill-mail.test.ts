/** Ill sites, as `ill-sites.test.ts` has them: the mail server, and what the DNS says about the domain of MAIL_FROM. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { sendingHost } from '#app/doctor/mail-domain/checks-of-mail-domain.ts';
import { dnsServer, type Zone } from './support/dns.ts';
import { expectIll, findingsIn, illsOf } from './support/ill-site.ts';
import { smtpServer } from './support/smtp.ts';

const domain = 'society-one.org';
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicKey = createPublicKey(keys.privateKey).export({ type: 'spki', format: 'der' }).toString('base64');

const spf = 'v=spf1 ip4:127.0.0.1 ~all';
const dkim = `v=DKIM1; k=rsa; p=${publicKey}`;
const dmarc = 'v=DMARC1; p=quarantine';

/** Of a domain that is well but for what is given; null takes a name out. */
function zoneWith({ own = [spf], key = [dkim], policy = [dmarc], more = {} }: Names = {}): Zone {
  return {
    [domain]: { txt: own },
    [`site._domainkey.${domain}`]: { txt: key },
    [`_dmarc.${domain}`]: { txt: policy },
    ...more,
  };
}

type Names = { own?: string[]; key?: string[]; policy?: string[]; more?: Zone };

async function withDomain(names: Names, work: (env: Record<string, string>) => Promise<void>): Promise<void> {
  await using dns = await dnsServer(zoneWith(names));
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

const included = { 'provider.org': { txt: ['v=spf1 ip4:127.0.0.0/8 -all'] } };
const loop = { own: ['v=spf1 include:society-one.org ~all'] };

const hale: [name: string, names: Names][] = [
  ['names the server itself', {}],
  ['includes the provider', { own: ['v=spf1 include:provider.org ~all'], more: included }],
  [
    'names its mail servers',
    {
      own: ['v=spf1 mx -all'],
      more: {
        [domain]: { txt: ['v=spf1 mx -all'], mx: ['mx.society-one.org'] },
        'mx.society-one.org': { a: ['127.0.0.1'] },
      },
    },
  ],
  ['leads to the record of another', { own: ['v=spf1 redirect=provider.org'], more: included }],
];

test.each(hale)('a domain whose SPF %s is well', async (_name, names) => {
  await withDomain(names, async (env) => {
    const findings = await findingsIn({ spoil: () => env });
    expect(illsOf(findings)).toEqual(['bad site']);
  });
});

const ills: [name: string, called: string, said: RegExp, names: Names, paste: RegExp][] = [
  [
    'no SPF',
    'bad spf',
    /does not say who may send/,
    { own: ['other=1'] },
    /^society-one\.org\. TXT "v=spf1 ip4:127\.0\.0\.1 ~all"$/,
  ],
  ['two SPF records', 'bad spf', /2 SPF records/, { own: [spf, spf] }, /v=spf1/],
  ['an SPF that lets everybody', 'bad spf', /\+all/, { own: ['v=spf1 +all'] }, /~all/],
  [
    'an SPF of another server',
    'look spf',
    /does not name 127\.0\.0\.1/,
    { own: ['v=spf1 ip4:192.0.2.1 ~all'] },
    /^ip4:127\.0\.0\.1$/,
  ],
  ['an SPF that goes in circles', 'bad spf', /more than 10 names/, loop, /v=spf1/],
  ['an SPF with a slip', 'bad spf', /“ipv4”/, { own: ['v=spf1 ipv4:127.0.0.1 ~all'] }, /v=spf1/],
  [
    'no DKIM key',
    'bad dkim',
    /has no record/,
    { key: [] },
    /^site\._domainkey\.society-one\.org\. TXT "v=DKIM1; k=rsa; p=MII/,
  ],
  ['another DKIM key', 'bad dkim', /is not the one/, { key: ['v=DKIM1; p=MIIBIjANBgkq'] }, /p=MII/],
  [
    'no DMARC',
    'bad dmarc',
    /does not say what becomes/,
    { policy: [] },
    /^_dmarc\.society-one\.org\. TXT "v=DMARC1; p=none/,
  ],
  ['two DMARC records', 'bad dmarc', /2 DMARC records/, { policy: [dmarc, dmarc] }, /p=none/],
  ['a DMARC without a policy', 'bad dmarc', /no policy/, { policy: ['v=DMARC1; rua=mailto:a@b.org'] }, /p=none/],
];

test.each(ills)('%s is named %s, with the record to paste', async (name, called, said, names, paste) => {
  await withDomain(names, async (env) => {
    const spoilt = { spoil: () => env };
    await expectIll([name, called, said, spoilt]);
    const found = (await findingsIn(spoilt)).find(({ check }) => called.endsWith(check));
    expect(found?.paste ?? '').toMatch(paste);
  });
});

test.each([
  ['smtp://localhost:25', 'https://society-one.org', 'society-one.org'],
  ['smtp://[::1]:25', 'https://society-one.org', 'society-one.org'],
  ['smtp://mail.provider.org:587', 'https://society-one.org', 'mail.provider.org'],
  ['smtp://127.0.0.1:25', 'http://localhost:3000', '127.0.0.1'],
])('mails handed to %s by %s come from %s for others', (smtpUrl, siteUrl, host) => {
  expect(sendingHost({ smtpUrl, siteUrl })).toBe(host);
});

test('a site that does not sign is asked to look, and one that sends no mails is not asked', async () => {
  await withDomain({}, async (env) => {
    const unsigned = { ...env, DKIM_DOMAIN: '', DKIM_SELECTOR: '', DKIM_PRIVATE_KEY: '' };
    await expectIll(['', 'look dkim', /does not sign/, { spoil: () => unsigned }]);
  });
  expect((await findingsIn({})).map(({ check }) => check)).not.toContain('spf');
});

test('a resolver that does not answer accuses nobody', async () => {
  await withDomain({}, async (env) => {
    const findings = await findingsIn({ spoil: () => ({ ...env, DNS_SERVER: '127.0.0.1:9' }) });
    expect(illsOf(findings)).toEqual(['bad site', 'look spf', 'look dkim', 'look dmarc']);
  });
});

test('a mail server that lets nobody in is named, and the password is not shown', async () => {
  await using server = await smtpServer({ asksLogin: true, fail: (step) => (step === 'auth' ? 535 : undefined) });
  await withDomain({}, async (env) => {
    const spoil = () => ({ ...env, SMTP_URL: server.url.replace('smtp://', 'smtp://news:a-hidden-word@') });
    await expectIll(['', 'bad smtp', /does not let the site sign in/, { spoil }]);
    expect(JSON.stringify(await findingsIn({ spoil }))).not.toContain('a-hidden-word');
  });
});

test('a mail server that is away, and one without encryption', async () => {
  await using server = await smtpServer();
  // Any name but this machine's: there encryption is asked for.
  const elsewhere = `smtp://[::ffff:127.0.0.1]:${new URL(server.url).port}`;
  await withDomain({}, async (env) => {
    const at = (url: string) => ({ spoil: () => ({ ...env, SMTP_URL: url }) });
    await expectIll(['', 'bad smtp', /cannot be reached/, at('smtp://127.0.0.1:9')]);
    const found = (await findingsIn(at(elsewhere))).find(({ check }) => check === 'smtp');
    expect(found).toMatchObject({ level: 'bad', sentence: expect.stringMatching(/no encryption \(STARTTLS\)/) });
  });
});

test('a mail server that takes mails gets a visit and no mail', async () => {
  await using server = await smtpServer({ asksLogin: true });
  await withDomain({}, async (env) => {
    const spoil = () => ({ ...env, SMTP_URL: server.url.replace('smtp://', 'smtp://news:a-hidden-word@') });
    const found = (await findingsIn({ spoil })).find(({ check }) => check === 'smtp');
    expect(found).toMatchObject({ level: 'good', sentence: expect.stringMatching(/lets the site sign in/) });
  });
  expect(server.mails).toEqual([]);
});
