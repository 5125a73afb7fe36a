import { createRoute, z } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { PublicFormRefusal } from '#platform/forms/form-input.ts';
import { answer, createApiApp, jsonBody, messageAnswer, refusals } from '#platform/http/api.ts';
import { ErrorSchema, IdParam } from '#platform/http/schemas.ts';
import { type SignupHooks, signUp } from './asking.server.ts';
import { eraseOwnRegistration } from './erasing.server.ts';
import { createEventPlaces } from './event-places.server.ts';
import { changeOwnRegistration, confirmRegistration, getOwnRegistration, giveBack } from './own-registration.server.ts';
import { EventPlaces, OwnRegistration, OwnRegistrationInput, RegistrationInput } from './registration.schema.ts';
import { registrationMessages } from './registration.ts';

const tags = ['Sign-up'];
const Token = z.string().max(200);
const query = z.object({ token: Token });
const own = {
  200: answer(OwnRegistration, 'The sign-up as its guest sees it'),
  ...refusals,
  404: answer(ErrorSchema, 'The link leads to no sign-up'),
};

const ofEvents = {
  places: createRoute({
    method: 'get',
    path: '/{id}/places',
    summary: "Read where an event's sign-up stands",
    tags,
    request: { params: IdParam },
    responses: { 200: answer(EventPlaces, 'At most a second old'), ...refusals },
  }),
  signUp: createRoute({
    method: 'post',
    path: '/{id}/registrations',
    summary: 'Sign up for an event',
    tags,
    request: { params: IdParam, ...jsonBody(RegistrationInput) },
    responses: {
      200: messageAnswer,
      ...refusals,
      429: answer(PublicFormRefusal, 'Too many requests from this network, or from everyone; a proof may be asked for'),
    },
  }),
};

const ofGuests = {
  confirm: createRoute({
    method: 'post',
    path: '/confirm',
    summary: 'Confirm a sign-up, which takes the place',
    tags,
    request: jsonBody(query),
    responses: own,
  }),
  read: createRoute({
    method: 'get',
    path: '/mine',
    summary: 'Read a sign-up',
    tags,
    request: { query },
    responses: own,
  }),
  change: createRoute({
    method: 'put',
    path: '/mine',
    summary: 'Change a sign-up',
    tags,
    request: { query, ...jsonBody(OwnRegistrationInput) },
    responses: own,
  }),
  giveBack: createRoute({
    method: 'delete',
    path: '/mine',
    summary: 'Give a place back',
    tags,
    request: { query },
    responses: own,
  }),
  erase: createRoute({
    method: 'post',
    path: '/erase',
    summary: 'Erase a sign-up and all that is personal about it',
    tags,
    request: jsonBody(query),
    responses: { 200: messageAnswer, ...refusals },
  }),
};

/** `eventRoutes` go below /events, `publicRoutes` below /registrations. */
export function registrationsApi(context: AppContext, hooks: SignupHooks) {
  const eventPlaces = createEventPlaces(context);
  const eventRoutes = createApiApp()
    .openapi(ofEvents.places, async (c) => c.json(await eventPlaces(c.req.valid('param').id), 200))
    .openapi(ofEvents.signUp, async (c) => {
      const sent = { eventId: c.req.valid('param').id, input: c.req.valid('json'), address: c.get('address') };
      const challenge = await signUp(context, sent, hooks);
      const { tooManyByForm: message } = registrationMessages;
      if (challenge) return c.json({ message, code: 'proof_needed', challenge }, 429);
      return c.json({ message: registrationMessages.asked }, 200);
    });
  const publicRoutes = createApiApp()
    .openapi(ofGuests.confirm, async (c) => c.json(await confirmRegistration(context, c.req.valid('json').token), 200))
    .openapi(ofGuests.read, async (c) => c.json(await getOwnRegistration(context, c.req.valid('query').token), 200))
    .openapi(ofGuests.change, async (c) =>
      c.json(await changeOwnRegistration(context, c.req.valid('query').token, c.req.valid('json')), 200),
    )
    .openapi(ofGuests.giveBack, async (c) => c.json(await giveBack(context, c.req.valid('query').token), 200))
    .openapi(ofGuests.erase, async (c) => {
      await eraseOwnRegistration(context, c.req.valid('json').token);
      await hooks.forget();
      return c.json({ message: registrationMessages.erased }, 200);
    });
  return { eventRoutes, publicRoutes };
}
