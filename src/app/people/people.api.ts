import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { createApiApp, jsonBody, messageAnswer, returns, routesOf, signedIn } from '#platform/http/api.ts';
import { recentPassword } from '#platform/http/recent-password.ts';
import { allowFirstMails, stopFirstMails } from '#platform/mail/first-mails.ts';
import { doNotWriteTexts } from './do-not-write.ts';
import { erasePerson } from './erase-person.ts';
import { DoNotWriteInput, ErasedPerson, Person, PersonInput } from './person.schema.ts';
import { readPerson } from './read-person.ts';

const route = routesOf('People');

const request = jsonBody(PersonInput);

const routes = {
  read: route('post', '/read', 'Read everything that is kept about one person', {
    request,
    200: returns(Person, 'What is kept about this address'),
    ...recentPassword,
  }),
  erase: route('post', '/erase', 'Erase everything that is kept about one person', {
    request,
    200: returns(ErasedPerson, 'What has to stay, in words'),
    ...recentPassword,
  }),
  allow: route('post', '/allow-emails', 'Lift what an address has asked for: that our forms do not write to it', {
    request,
    200: messageAnswer,
  }),
  stop: route('post', '/do-not-write', 'Ask that our forms do not write to this address again', {
    request: jsonBody(DoNotWriteInput),
    200: messageAnswer,
  }),
};

/** Under /people. The address is in the body: addresses of calls are logged. */
export function peopleApi(context: AppContext) {
  const { db, clock } = context;
  const adminRoutes = createApiApp()
    .openapi(routes.read, async (c) => {
      const now = clock.now();
      const { email } = c.req.valid('json');
      const person = await transact(db, async (trx) => {
        const found = await readPerson(trx, email, now);
        await audit(trx, { at: now, administratorId: signedIn(c).id, action: 'person.export', entityId: null });
        return found;
      });
      return c.json(person, 200);
    })
    .openapi(routes.erase, async (c) =>
      c.json(await erasePerson(context, c.req.valid('json').email, signedIn(c).id), 200),
    )
    .openapi(routes.allow, async (c) => {
      await transact(db, async (trx) => {
        if (!(await allowFirstMails(trx, c.req.valid('json').email)))
          throw new NotFound('This address has not asked us not to write.');
        const by = { at: clock.now(), administratorId: signedIn(c).id };
        await audit(trx, { ...by, action: 'person.allow-emails', entityId: null });
      });
      return c.json({ message: 'Our forms may write to this address again.' }, 200);
    });
  const publicRoutes = createApiApp().openapi(routes.stop, async (c) => {
    await stopFirstMails(db, c.req.valid('json').token, clock.now());
    return c.json({ message: doNotWriteTexts.done }, 200);
  });
  return { adminRoutes, publicRoutes };
}
