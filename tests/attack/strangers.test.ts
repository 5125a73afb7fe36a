/** What one stranger can do with the address of someone else: forms that write to any entered address, from a /48 of their own. */
import { describe, expect, test } from 'vitest';
import { everyEngine } from '../support/database.ts';
import { emailKindOf, siteWithTwoForms } from '../support/first-mails.ts';
import { mine } from '../support/guests.ts';

const marker = 'zqxmarker';
const victim = 'victim@example.org';

describe.each(everyEngine)('a stranger with a /48 of addresses, on %s', (engine) => {
  async function attackedSite() {
    const site = await siteWithTwoForms(engine, 8, { trustProxy: true });
    const { app } = site;
    let sent = 0;
    const post = async (path: string, body: object, from?: string) => {
      const n = (sent++).toString(16);
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': from ?? `2001:db8:7:${n}::${n}` };
      return (await app.request(`/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
    };
    return { ...site, send: post };
  }
  const signup = (id: number) => `/events/${id}/registrations`;
  const words = { name: `Win at https://${marker}.example`, answers: [marker] };

  test('cannot flood a mailbox, not even with plus tags and capitals, and cannot put words of their own into it', async () => {
    await using site = await attackedSite();
    const { app, events, send, post } = site;
    const statuses: number[] = [];
    for (let n = 0; n < 420; n++) {
      const email = `${n % 2 ? 'Victim' : 'victim'}+${n}@example.org`;
      const path = n % 3 === 0 ? '/newsletter/subscribe' : signup(events[n % 8] ?? 0);
      statuses.push(await send(path, { email, ...words, newsletter: true }));
    }
    const mails = await post();
    console.log(`${engine}: of 420 posts ${statuses.filter((one) => one === 200).length} taken, ${mails.length} mails`);
    expect(mails.length).toBeLessThanOrEqual(10);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(2 * 4 * 5);
    for (const { raw, text, html } of mails) expect(raw + text + html).not.toContain(marker);

    // From a network for each post, at the very address, for a day: what the first posts left over, and no more.
    let mailed = mails.length;
    for (let n = 0; n < 90; n++) {
      const from = `203.0.${n}.7`;
      const email = victim;
      await send(n % 2 ? '/newsletter/subscribe' : signup(events[n % 8] ?? 0), { email, ...words }, from);
      app.clock.advance(15 * 60_000);
      mailed += (await post()).length;
    }
    expect(mailed).toBeLessThanOrEqual(10);
  });

  test('cannot keep anyone from signing up and subscribing', async () => {
    await using site = await attackedSite();
    const { app, events, send, post } = site;
    const [wanted = 0, ...others] = events;
    for (let n = 0; n < 60; n++) {
      const email = n % 3 ? victim : `victim+${n}@example.org`;
      await send(
        n % 5 ? signup([wanted, ...others][n % 8] ?? 0) : '/newsletter/subscribe',
        { email, ...words },
        `203.0.${n}.7`,
      );
      app.clock.advance(16 * 60_000);
    }
    const owner = { name: 'Vic', email: victim };
    expect(await send(signup(wanted), owner, '192.0.2.1')).toBe(200);
    expect(await send('/newsletter/subscribe', { email: victim }, '192.0.2.1')).toBe(200);
    const mails = (await post()).filter(({ envelopeTo }) => envelopeTo[0] === victim);
    const linksOf = (kind: 'sign-up' | 'newsletter') =>
      mails
        .filter(({ subject }) => emailKindOf(subject) === kind)
        .map(({ text }) => /token=([\w.-]+)/.exec(text ?? '')?.[1] ?? '');
    const open = [];
    for (const token of linksOf('sign-up')) {
      const { body } = await mine(app, 'GET', token);
      for (const one of [token, ...body.others]) {
        const { body: own } = await mine(app, 'GET', one);
        if (own.eventId === wanted) open.push(own.name);
      }
    }
    expect(open.length).toBeGreaterThan(0);
    expect(new Set(open)).toEqual(new Set(['Vic']));
    const [newsletter = ''] = linksOf('newsletter').toReversed();
    expect((await app.json('GET', `/newsletter/verify?token=${newsletter}`)).status).toBe(200);
  });
});
