import { describe, expect, test } from 'vitest';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import type { PreparedMail } from '#platform/mail/mailer-contract.ts';
import { engines } from '#tests/support/database.ts';
import { appWithSubscribers, collector, createMailWorker } from '#tests/support/newsletter.ts';
import { testApp } from '#tests/support/test-app.ts';

const left = { status: 200, body: { message: 'You have been unsubscribed.' } };
const missing = { status: 400, body: { message: 'Missing email address in the unsubscribe link.' } };
const invalid = { status: 400, body: { message: 'Please enter a valid email address.' } };

describe.each(engines)('odd input of the newsletter on %s', (engine) => {
  test('any address at all can unsubscribe (B1); something that is no address counts as a broken link', async () => {
    await using app = await testApp({ engine });
    const odd = [
      'reader@example.org%00',
      '%F0%9F%A6%87@example.org',
      'a%2540example.org',
      '%3Ca@example.org%3E',
      'a@b.c',
    ];
    const nonsense = ['a%00b', 'nonsense', '%F0%9F%A6%87', '%ED%A0%80', '%25', 'x'.repeat(3000), 'reader@exam'];
    for (const method of ['DELETE', 'POST']) {
      const leave = (email: string) => app.json(method, `/newsletter/unsubscribe?email=${email}&token=%00`);
      for (const email of odd) expect(await leave(email)).toMatchObject(left);
      for (const email of nonsense)
        expect(await leave(email)).toMatchObject({ status: 400, body: { message: newsletterAnswers.linkBroken } });
    }
    for (const query of ['', '?email=', '?email=%20', '?email=%00', '?email=&email=a', '?token=a'])
      expect(await app.json('DELETE', `/newsletter/unsubscribe${query}`)).toMatchObject(missing);
  });

  test('if an address or token is given twice, the first counts', async () => {
    await using app = await testApp({ engine });
    for (const email of ['a@example.org', 'b@example.org']) await app.json('POST', '/newsletter/subscribe', { email });
    const query = 'email=a@example.org&email=b@example.org&token=a&token=b';
    expect(await app.json('DELETE', `/newsletter/unsubscribe?${query}`)).toMatchObject(left);
    const states = await app.db.selectFrom('subscribers').select('state').orderBy('emailKey').execute();
    expect(states).toEqual([{ state: 'unsubscribed' }, { state: 'pending' }]);
    expect(await app.json('GET', '/newsletter/verify?token=a&token=b')).toMatchObject({
      status: 400,
      body: { status: 'error', verified: false, code: 'unknown' },
    });
  });

  test('control characters belong neither to an address nor to a token of ours', async () => {
    await using app = await testApp({ engine });
    for (const email of ['a\u0000@example.org', '\u0000', 'a@example.org\u0007', '\ud800@example.org']) {
      expect(await app.json('POST', '/newsletter/subscribe', { email })).toMatchObject(invalid);
      expect(await app.json('POST', '/newsletter/resubscribe', { email, token: '\u0000' })).toMatchObject(invalid);
    }
    const again = { email: 'a@example.org', token: '\u0000' };
    expect((await app.json('POST', '/newsletter/resubscribe', again)).status).toBe(400);
    for (const token of ['%00', 'a%00', '%ED%A0%80'])
      expect((await app.json('GET', `/newsletter/verify?token=${token}`)).status).toBe(400);
  });

  test('an address has 254 octets at most, so that no header line of its mails is too long', async () => {
    await using site = await appWithSubscribers(engine, 1);
    const { app } = site;
    // 64 octets before the @, as many as there may be, and 189 after it.
    const long = (last: number) => `${'ж'.repeat(32)}@${'a'.repeat(61)}.${'b'.repeat(61)}.${'c'.repeat(last)}.org`;
    expect(await app.json('POST', '/newsletter/subscribe', { email: long(62) })).toMatchObject(invalid);
    expect(await app.json('POST', '/newsletter/subscribe', { email: long(61) })).toMatchObject({ status: 200 });
    // From before the part before the @ had a limit of its own: nothing makes a longer line.
    const email = `${'ж'.repeat(121)}@example.org`;
    await app.db
      .updateTable('subscribers')
      .set({ email, emailKey: `${email}!` })
      .where('id', '=', 1)
      .execute();
    await site.send();
    let newsletter: PreparedMail | undefined;
    const { mailer } = collector((mail) => void (mail.prepared && (newsletter = mail)));
    await createMailWorker({ ...app.context, mailer }).sendDue();
    const lines = (await newsletter?.prepared())?.bytes.toString('latin1').split('\r\n') ?? [];
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(998);
    expect(lines.some((line) => line.startsWith('List-Unsubscribe: ') && line.length > 800)).toBe(true);
  });
});
