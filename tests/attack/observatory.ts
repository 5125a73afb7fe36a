/**
 * The score of Mozilla's HTTP Observatory, by the modifiers it publishes (github.com/mdn/mdn-http-observatory, src/grader): the
 * tests that the answers themselves decide. Redirection and the certificate are the proxy's; a preload list would add 5.
 */
export type Scored = { score: number; modifiers: Record<string, number> };

const sixMonths = 15_768_000;
const privatePolicies = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];

export function observatoryScore(headers: Headers, html: string): Scored {
  const policy = parsePolicy(headers.get('content-security-policy') ?? '');
  const modifiers = {
    'content-security-policy': policyModifier(policy),
    cookies: cookieModifier(headers.getSetCookie()),
    'cross-origin-resource-sharing': headers.get('access-control-allow-credentials') === 'true' ? -50 : 0,
    'referrer-policy': referrerModifier(headers.get('referrer-policy')),
    'strict-transport-security': transportModifier(headers.get('strict-transport-security')),
    'subresource-integrity': integrityModifier(html),
    'x-content-type-options': headers.get('x-content-type-options') === 'nosniff' ? 0 : -5,
    'x-frame-options': frameModifier(policy, headers.get('x-frame-options')),
    'cross-origin-resource-policy': /^same-(origin|site)$/.test(headers.get('cross-origin-resource-policy') ?? '')
      ? 10
      : 0,
  };
  const sum = (of: (modifier: number) => boolean) =>
    Object.values(modifiers).reduce((total, modifier) => total + (of(modifier) ? modifier : 0), 0);
  const base = 100 + sum((modifier) => modifier < 0);
  // Extra credit is for those who have not lost more than ten.
  return { score: base >= 90 ? base + sum((modifier) => modifier > 0) : Math.max(0, base), modifiers };
}

function parsePolicy(policy: string): Map<string, string[]> {
  return new Map(
    policy
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name.toLowerCase(), sources]),
  );
}

function policyModifier(policy: Map<string, string[]>): number {
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const isBroad = (sources: string[]) =>
    sources.some((source) => ['*', 'http:', 'https:', 'data:', "'unsafe-inline'"].includes(source));
  if (!policy.has('default-src') && !policy.has('script-src')) return -25;
  if (isBroad(sourcesOf('script-src')) || isBroad(sourcesOf('object-src'))) return -20;
  if ([...policy.values()].flat().some((source) => source.startsWith('http:'))) return -20;
  if (sourcesOf('script-src').includes("'unsafe-eval'")) return -10;
  if (isBroad(sourcesOf('style-src'))) return 0;
  const isClosed = ["'none'", "'self'"].includes(policy.get('form-action')?.join(' ') ?? '');
  return policy.get('default-src')?.join(' ') === "'none'" && isClosed ? 10 : 5;
}

function cookieModifier(cookies: string[]): number {
  if (cookies.length === 0) return 0;
  if (cookies.some((cookie) => !/;\s*secure/i.test(cookie))) return -20;
  if (cookies.some((cookie) => !/;\s*httponly/i.test(cookie))) return -30;
  return cookies.every((cookie) => /;\s*samesite=(lax|strict)/i.test(cookie)) ? 5 : 0;
}

function referrerModifier(value: string | null): number {
  if (value === null) return 0;
  return privatePolicies.includes(value) ? 5 : -5;
}

function transportModifier(value: string | null): number {
  const seconds = Number(/max-age=(\d+)/.exec(value ?? '')?.[1] ?? 0);
  if (seconds === 0) return -20;
  return seconds >= sixMonths ? 0 : -10;
}

function integrityModifier(html: string): number {
  const scripts = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"[^>]*>/g)];
  const isForeign = scripts.some(([, src = '']) => !/^\/(?!\/)/.test(src));
  if (scripts.length === 0) return 0;
  if (scripts.every(([tag]) => tag.includes('integrity='))) return 5;
  return isForeign ? -5 : 0;
}

function frameModifier(policy: Map<string, string[]>, value: string | null): number {
  const ancestors = policy.get('frame-ancestors')?.join(' ');
  if (ancestors === "'none'" || ancestors === "'self'") return 5;
  return /^(deny|sameorigin)$/i.test(value ?? '') ? 0 : -20;
}
