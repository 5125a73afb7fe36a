import { describe, expect, test } from 'vitest';
import { createNewsletterLinks, isValidLinkToken } from '#features/newsletter/content/newsletter-links.server.ts';
import { engines } from '#tests/support/database.ts';
import { appWithPost, confirmed, subscribe } from '#tests/support/newsletter.ts';

describe.each(engines)('domains in letters of any alphabet on %s', (engine) => {
  const rows = (db: Awaited<ReturnType<typeof appWithPost>>['app']['db']) =>
    db.selectFrom('subscribers').select(['email', 'emailKey', 'state']).execute();

  test('are one address with their punycode, and stored as that', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await confirmed(app, send, 'Jo@Müller.example');
    for (const same of ['jo@xn--mller-kva.example', 'JO@MÜLLER.EXAMPLE', 'jo@mu\u0308ller.example'])
      expect((await subscribe(app, same)).status).toBe(200);
    const one = { email: 'Jo@xn--mller-kva.example', emailKey: 'jo@xn--mller-kva.example' };
    expect(await rows(app.db)).toEqual([{ ...one, state: 'confirmed' }]);
    expect((await send()).map(({ to }) => to)).toEqual(['Jo@xn--mller-kva.example']);
    await app.json('DELETE', `/newsletter/unsubscribe?email=${encodeURIComponent('jo@müller.example')}`);
    expect(await rows(app.db)).toEqual([{ ...one, state: 'unsubscribed' }]);
  });

  test('a link in a mail works for each spelling of the address', async () => {
    await using post = await appWithPost(engine);
    const { db } = post.app;
    const links = await createNewsletterLinks(db, 'https://society.example');
    const token = new URL(links.ownLinks('jo@xn--mller-kva.example').unsubscribe).searchParams.get('token') ?? '';
    expect(await isValidLinkToken(db, 'JO@müller.example', token)).toBe(true);
    expect(await isValidLinkToken(db, 'jo@muller.example', token)).toBe(false);
  });

  test.each(['jo@ü\u00ad\u200b.org', 'jo@xn--a.ü', 'jo@ü%41.org', 'jo@ü/x.org', `jo@${'ü.'.repeat(120)}org`])(
    '%j is no address',
    async (address) => {
      await using post = await appWithPost(engine);
      expect((await subscribe(post.app, address)).status).toBe(400);
      expect(await rows(post.app.db)).toEqual([]);
    },
  );
});
