import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { emailKindOf, siteWithTwoForms, stopLinkIn } from '#tests/support/first-mails.ts';
import { ask } from '#tests/support/guests.ts';
import { subscribe } from '#tests/support/newsletter.ts';
import { purgeStopped } from './first-mails.ts';

const dayMs = 86_400_000;

describe.each(engines)('mail that strangers cause, on %s', (engine) => {
  test('is at most ten a day for one mailbox, over all forms and tags, and its owner always gets a working link', async () => {
    await using site = await siteWithTwoForms(engine);
    const { app, events, post } = site;
    for (const id of events) {
      await ask(app, id, { email: `Victim+${id}@example.org`, newsletter: true });
      await subscribe(app, `victim+news${id}@example.org`);
    }
    const tagged = (await post()).length;
    expect(tagged).toBeLessThanOrEqual(6);
    for (const id of events) await ask(app, id, { email: 'victim@example.org', name: 'Mallory' });
    await subscribe(app, 'victim@example.org');
    const own = (await post()).map(({ subject }) => emailKindOf(subject));
    expect(new Set(own)).toEqual(new Set(['sign-up', 'newsletter']));
    expect(tagged + own.length).toBe(10);
    await ask(app, events[0] ?? 0, { email: 'someone.else@example.org' });
    expect(await post()).toHaveLength(1);
    const rows = await app.db.selectFrom('throttles').select('key').execute();
    expect(JSON.stringify(rows)).not.toMatch(/victim|example\.org/i);
    app.clock.advance(dayMs);
    await subscribe(app, 'victim@example.org');
    expect(await post()).toHaveLength(1);
  });

  test('is not used up by requests that were withdrawn before they went out', async () => {
    await using site = await siteWithTwoForms(engine, 0);
    const { app, post } = site;
    const email = 'owner@example.org';
    for (let n = 0; n < 5; n++) {
      await subscribe(app, email);
      await app.request(`/api/v1/newsletter/unsubscribe?${new URLSearchParams({ email })}`, { method: 'DELETE' });
    }
    expect(await post()).toEqual([]);
    await subscribe(app, email);
    expect(await post()).toHaveLength(1);
  });

  test('stops for 30 days by a press on the page of its link, also for tags, and not by opening the link', async () => {
    await using site = await siteWithTwoForms(engine);
    const { app, events, post } = site;
    const [id = 0] = events;
    const address = 'ada+x@example.org';
    await ask(app, id, { email: address });
    await subscribe(app, 'ada@example.org');
    const links = (await post()).map(stopLinkIn);
    expect(links[0]).toBe(links[1]);
    const token = new URL(links[0] ?? '').searchParams.get('token') ?? '';
    const stop = (given: string) => app.json('POST', '/people/do-not-write', { token: given });
    for (const wrong of ['', 'x', `x${token}`, token.split('.')[0] ?? ''])
      expect([wrong, (await stop(wrong)).status]).toEqual([wrong, 404]);
    for (const method of ['GET', 'HEAD']) await app.request(`/api/v1/people/do-not-write?token=${token}`, { method });
    const stored = () => app.db.selectFrom('rememberedAddresses').selectAll().execute();
    expect(await stored()).toEqual([]);
    for (const given of [token, `${token}.`, `3D${token}`, `${token}>`, `<${encodeURIComponent(token)}>`])
      expect([given, (await stop(given)).status]).toEqual([given, 200]);
    expect(JSON.stringify(await stored())).not.toContain('ada');

    app.clock.advance(2 * dayMs);
    const answers = [];
    for (const email of ['ada@example.org', 'ADA+y@example.org', 'new@example.org'])
      answers.push((await ask(app, id, { email, newsletter: true })).body, (await subscribe(app, email)).body);
    expect(answers.slice(0, 2)).toEqual(answers.slice(4));
    expect((await post()).map(({ envelopeTo }) => envelopeTo[0])).toEqual(Array(2).fill('new@example.org'));
    const admin = await app.signIn();
    const add = () => app.json('POST', '/newsletter/admin/subscribers', { email: 'ada@example.org' }, admin);
    expect((await add()).status).toBe(409);
    const guest = { name: 'Ada', email: 'ada@example.org' };
    expect((await app.json('POST', `/events/admin/${id}/registrations`, guest, admin)).status).toBe(400);

    const held = await app.json('POST', '/people/admin/read', { email: 'ada@example.org' }, admin);
    expect(held.body).toMatchObject({ wantsNoEmails: true });
    const allow = () => app.json('POST', '/people/admin/allow-emails', { email: 'ada@example.org' }, admin);
    expect([(await allow()).status, (await allow()).status]).toEqual([200, 404]);
    await subscribe(app, 'ada@example.org');
    expect(await post()).toHaveLength(1);
    expect((await add()).status).toBeLessThan(300);

    await stop(token);
    app.clock.advance(30 * dayMs);
    await subscribe(app, 'ada@example.org');
    expect(await post()).toHaveLength(1);
    await purgeStopped(app.db, app.clock.now());
    expect(await stored()).toEqual([]);
  });

  test('never stops mails about an account', async () => {
    await using site = await siteWithTwoForms(engine);
    const { app, post } = site;
    await app.signIn();
    const address = `editor${2}@society.example`;
    await subscribe(app, address);
    const [mail] = await post();
    const token = new URL(stopLinkIn(mail)).searchParams.get('token') ?? '';
    expect((await app.json('POST', '/people/do-not-write', { token })).status).toBe(200);
    app.context.config.smtpUrl = 'smtp://127.0.0.1:1';
    expect((await app.json('POST', '/forgotten-password', { email: address })).status).toBe(200);
    expect((await post()).map(({ subject }) => subject)).toEqual(['Choose a new password']);
  });
});
