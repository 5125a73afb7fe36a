/** What a stranger types reaches no mailbox whose owner has confirmed nothing. */
import { expect, test } from 'vitest';
import type { Email } from '#platform/mail/queue/mail-contract.ts';
import { type Engine, everyEngine } from '#tests/support/database.ts';
import { siteWithPost } from '#tests/support/guest-mail-site.ts';
import { anOpenEvent, ask } from '#tests/support/guests.ts';
import { subscribe } from '#tests/support/newsletter.ts';
import { emailGroups } from './email-kinds.ts';

const marker = 'zqxmarker';
const typed = `Win at https://${marker}.example now, ${marker}`;
const victim = 'victim@example.org';

/** Their words are administrators' or our own, and they go to administrators and to people whom these invite. */
const ofAdministrators = ['account-notice', 'health-alert', 'password-reset', 'invitation', 'newsletter-draft'];

async function siteWithTypedRequests(engine: Engine) {
  const site = await siteWithPost(engine);
  const { app } = site;
  const admin = await app.signIn();
  await app.json('PUT', '/settings/admin', { societyName: 'Chess Club', shortName: 'Chess' }, admin);
  await site.post();
  const { id } = await anOpenEvent(app, admin, { maxPlaces: 3, questions: ['Why?', 'What do you eat?'] });
  const request = { name: typed, email: victim, places: 2, answers: [typed, typed], newsletter: true };
  expect((await ask(app, id, request)).status).toBe(200);
  expect((await subscribe(app, 'other@example.org')).status).toBe(200);
  return { ...site, app, admin, id };
}

test.each(everyEngine)(
  'a mail to an unconfirmed address holds nothing that someone typed into a form, on %s',
  async (engine) => {
    await using site = await siteWithTypedRequests(engine);
    const { app, admin, id, post } = site;
    const mails = await post();
    const guests = `/events/admin/${id}/registrations`;
    const organiserDoes = async (method: string, path: string, body?: object) => {
      expect((await app.json(method, path, body, admin)).status).toBeLessThan(300);
      mails.push(...(await post()));
    };
    // An organiser decides about someone who has confirmed nothing.
    await organiserDoes('PUT', `${guests}/1`, { state: 'confirmed' });
    await organiserDoes('PUT', `/events/admin/${id}`, { location: 'Hall 3' });
    await organiserDoes('POST', `/events/admin/${id}/cancel`, {});
    await organiserDoes('POST', `/events/admin/${id}/uncancel`, {});
    await organiserDoes('DELETE', `${guests}/1`);
    expect(mails.length).toBeGreaterThan(6);
    for (const { raw, text, html, parsed } of mails)
      expect(JSON.stringify([raw, text, html, parsed])).not.toContain(marker);
  },
);

test.each(everyEngine)(
  'no registered kind of mail to an unconfirmed address holds it either, nor the name before a new one, whatever became of the request and the event, on %s',
  async (engine) => {
    await using site = await siteWithTypedRequests(engine);
    const { app } = site;
    const kinds = Object.assign({}, ...emailGroups(app.context)) as ReturnType<typeof emailGroups>[number];
    const guest = await app.db.selectFrom('registrations').select('id').executeTakeFirstOrThrow();
    const subscriber = await app.db.selectFrom('subscribers').select('id').executeTakeFirstOrThrow();
    const states = {
      registrations: ['pending', 'confirmed', 'waiting', 'cancelled'],
      subscribers: ['pending', 'confirmed', 'unsubscribed'],
    } as const;
    const at = app.clock.now().toISOString();
    const on = { cancelledAt: null, deletedAt: null, maxPlaces: 3 };
    const events = [on, { ...on, cancelledAt: at }, { ...on, deletedAt: at }, { ...on, maxPlaces: 1 }];
    const written: string[] = [];
    for (const [name, kind] of Object.entries(kinds)) {
      if (ofAdministrators.includes(name)) continue;
      const isOfGuest = name.startsWith('registration-');
      const content = name === 'registration-message' ? { subject: 'Hall', text: 'It is hall 3.' } : { sequence: 1 };
      const row = await app.db
        .insertInto('mails')
        .values({
          ...(isOfGuest ? { registrationId: guest.id } : { subscriberId: subscriber.id }),
          ...{ kind: name, state: 'kept', messageId: `<${name}@society.example>`, content: JSON.stringify(content) },
          ...{ createdAt: at, nextAttemptAt: at },
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const email = { ...row, isTrial: false } as Email;
      for (const event of isOfGuest ? events : [on]) {
        await app.db.updateTable('events').set(event).execute();
        for (const state of isOfGuest ? states.registrations : states.subscribers) {
          const cancelledBy = state === 'cancelled' ? ('guest' as const) : null;
          if (isOfGuest)
            await app.db
              .updateTable('registrations')
              .set({ state: state as 'pending', confirmedAt: at, cancelledBy })
              .execute();
          else
            await app.db
              .updateTable('subscribers')
              .set({ state: state as 'pending', confirmedAt: at })
              .execute();
          if (!(await kind.isWanted(email, app.clock.now()))) continue;
          written.push(name);
          const mail = await kind.write(email, app.clock.now());
          expect([name, state, JSON.stringify(mail)]).toEqual([
            name,
            state,
            expect.not.stringMatching(/zqxmarker|One Health/),
          ]);
        }
      }
    }
    expect([...new Set(written), ...ofAdministrators].sort()).toEqual(Object.keys(kinds).sort());
  },
);
