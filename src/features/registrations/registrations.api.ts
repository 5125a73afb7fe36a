import { z } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { PublicFormRefusal } from '#platform/forms/public-form-fields.ts';
import { createApiApp, jsonBody, messageAnswer, returns, routesOf } from '#platform/http/api.ts';
import { ErrorSchema, IdParam, LinkToken } from '#platform/http/schemas.ts';
import { eraseRegistration } from './erasing.server.ts';
import {
  changeOwnRegistration,
  confirmRegistration,
  getOwnRegistration,
  giveBackPlaces,
} from './own-registration.server.ts';
import { readEventPlaces } from './places.server.ts';
import {
  EventPlaces,
  OwnRegistration,
  OwnRegistrationChange,
  OwnRegistrationInput,
  RegistrationInput,
} from './registration.schema.ts';
import { registrationMessages } from './registration.ts';
import { getRegistrationByToken } from './registration-links.server.ts';
import { type SignupHooks, signUp } from './signing-up.server.ts';

const route = routesOf('Sign-up');
const query = z.object({ token: LinkToken });
const own = {
  200: returns(OwnRegistration, 'The sign-up as its guest sees it'),
  404: returns(ErrorSchema, 'The link leads to no sign-up'),
};

const ofEvents = {
  places: route('get', '/{id}/places', "Read where an event's sign-up stands", {
    request: { params: IdParam },
    200: returns(EventPlaces, 'The state, and how many places are left'),
  }),
  signUp: route('post', '/{id}/registrations', 'Sign up for an event', {
    request: { params: IdParam, ...jsonBody(RegistrationInput) },
    200: messageAnswer,
    429: returns(PublicFormRefusal, 'Too many requests from this network, or from everyone; a proof may be asked for'),
  }),
};

const ofGuests = {
  confirm: route('post', '/confirm', 'Confirm a sign-up, which takes the place, with what is corrected', {
    request: jsonBody(OwnRegistrationInput.extend({ token: LinkToken })),
    ...own,
  }),
  read: route('get', '/mine', 'Read a sign-up', { request: { query }, ...own }),
  change: route('put', '/mine', 'Change a sign-up', { request: { query, ...jsonBody(OwnRegistrationChange) }, ...own }),
  giveBack: route('delete', '/mine', 'Give a place back', { request: { query }, ...own }),
  erase: route('post', '/erase', 'Erase a sign-up and all that is personal about it', {
    request: jsonBody(query),
    200: messageAnswer,
  }),
};

/** `eventRoutes` go below /events, `publicRoutes` below /registrations. */
export function registrationsApi(context: AppContext, hooks: SignupHooks) {
  const eventRoutes = createApiApp()
    .openapi(ofEvents.places, async (c) => c.json(await readEventPlaces(context, c.req.valid('param').id), 200))
    .openapi(ofEvents.signUp, async (c) => {
      const sent = { eventId: c.req.valid('param').id, input: c.req.valid('json'), address: c.get('address') };
      const challenge = await signUp(context, sent, hooks);
      const { tooManyByForm: message } = registrationMessages;
      if (challenge) return c.json({ message, code: 'proof_needed', challenge }, 429);
      return c.json({ message: registrationMessages.asked }, 200);
    });
  const publicRoutes = createApiApp()
    .openapi(ofGuests.confirm, async (c) => {
      const { token, ...input } = c.req.valid('json');
      return c.json(await confirmRegistration(context, token, input), 200);
    })
    .openapi(ofGuests.read, async (c) => c.json(await getOwnRegistration(context, c.req.valid('query').token), 200))
    .openapi(ofGuests.change, async (c) =>
      c.json(await changeOwnRegistration(context, c.req.valid('query').token, c.req.valid('json')), 200),
    )
    .openapi(ofGuests.giveBack, async (c) => c.json(await giveBackPlaces(context, c.req.valid('query').token), 200))
    .openapi(ofGuests.erase, async (c) => {
      await eraseRegistration(context, await getRegistrationByToken(context.db, c.req.valid('json').token));
      await hooks.forget();
      return c.json({ message: registrationMessages.erased }, 200);
    });
  return { eventRoutes, publicRoutes };
}
