/** A question that only this site can answer: whether SITE_URL leads here, and what a proxy has done to the request. */
import { Hono } from 'hono';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import type { ApiEnv } from '#platform/http/api.ts';
import { secretFor } from '#platform/secrets.ts';
import { isSignature, randomToken, sign } from '#platform/tokens.ts';

export const probeSecret = 'site-probe';
/** Not below /healthz, which proxies may keep to themselves. */
export const probePath = '/.well-known/site-probe';
export const probeHeader = 'x-site-probe';

const validMs = 5 * 60_000;

export type ProbeAnswer = {
  proof: string;
  /** The header X-Forwarded-For as it has arrived. */
  forwarded: string | null;
  trustsProxy: boolean;
};

/** Before the first question: whoever only reads the database cannot make the key. */
export async function prepareProbe(db: Db): Promise<void> {
  await secretFor(db, probeSecret);
}

export function newProbe(secret: string, now: Date): string {
  const question = `${now.getTime()}.${randomToken()}`;
  return `${question}.${sign(secret, `question ${question}`)}`;
}

export function proofOf(probe: string, secret: string): string {
  return sign(secret, `answer ${probe}`);
}

/** Answers 404 to anybody who does not know the key. */
export function probeRoutes({ db, config }: AppContext): Hono<ApiEnv> {
  return new Hono<ApiEnv>().get(probePath, async (c) => {
    const probe = c.req.header(probeHeader) ?? '';
    const [at = '', nonce = '', signature = ''] = probe.split('.');
    if (Math.abs(Date.now() - Number(at)) > validMs || nonce === '') return c.text('Not found', 404);
    const secret = await secretFor(db, probeSecret);
    if (!isSignature(signature, sign(secret, `question ${at}.${nonce}`))) return c.text('Not found', 404);
    const forwarded = c.req.header('x-forwarded-for') ?? null;
    const answer: ProbeAnswer = { proof: proofOf(probe, secret), forwarded, trustsProxy: config.trustProxy };
    return c.json(answer, 200, { 'cache-control': 'no-store' });
  });
}
