import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { createApiApp, jsonBody, returns, routesOf, signedIn } from '#platform/http/api.ts';
import { recentPassword } from '#platform/http/recent-password.ts';
import { erasePerson } from './erase-person.ts';
import { ErasedPerson, Person, PersonInput } from './person.schema.ts';
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
};

/** Under /people/admin. The address is in the body: addresses of calls are logged. */
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
    );
  return { adminRoutes };
}
