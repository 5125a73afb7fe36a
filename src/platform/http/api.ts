/** The parts of every edge of /api/v1: the app that refuses bad input, and common answers. */
import { createRoute, OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Actor } from '#platform/actor.ts';
import type { Clock } from '#platform/clock.ts';
import { Invalid, NotFound } from '#platform/errors.ts';
import { capitalised } from '#shared/text.ts';
import { ErrorSchema, MessageSchema } from './schemas.ts';

export type SignedIn = {
  id: number;
  username: string;
  email: string;
  sessionId: number;
  /** Within the last ten minutes they gave the password in this session, or signed in. */
  hasRecentPassword: boolean;
};

export type ApiEnv = {
  Variables: {
    requestId: string;
    /** The client's network address, from the socket or, behind a trusted proxy, from its header. */
    address: string;
    administrator: SignedIn | null;
  };
};

// People read these messages; zod's own speak of types.
z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_type' && issue.input === undefined) return 'This is required';
    return issue.code === 'too_big' || issue.code === 'too_small'
      ? 'This is out of range'
      : 'This is of the wrong type';
  },
});

/** Bad path parameters are 404, bad bodies and queries 400 with a sentence for each field. */
export function createApiApp(): OpenAPIHono<ApiEnv> {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      if (result.target === 'param') throw new NotFound('Not found');
      const fields: Record<string, string> = {};
      for (const issue of result.error.issues)
        if (issue.path.length > 0) fields[issue.path.join('.')] ??= sentenceOf(issue);
      const [first] = result.error.issues;
      throw new Invalid(first ? sentenceOf(first) : 'Please check what you entered.', fields);
    },
  });
}

/** The message, with the field that it is about: 'eventDate' is required becomes 'Event date is required'. */
function sentenceOf({ message, path }: z.core.$ZodIssue): string {
  const name = path.findLast((key) => typeof key === 'string') ?? 'the body';
  const words = capitalised(name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
  return message.replace(/^This (?=is (required|out of range|of the wrong type)$)/, `${words} `);
}

/** The administrator behind a guarded route. */
export function signedIn(c: Context<ApiEnv>): SignedIn {
  const administrator = c.get('administrator');
  if (!administrator) throw new Error('A route that needs an administrator is mounted without its guard');
  return administrator;
}

/** That administrator as the actor of this call. */
export function actorOf(c: Context<ApiEnv>, clock: Clock): Actor {
  return { administratorId: signedIn(c).id, now: clock.now() };
}

export function jsonBody<T extends z.ZodType>(schema: T) {
  return { body: { required: true, content: { 'application/json': { schema } } } } as const;
}

export function returns<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } } as const;
}

/** The refusals that any route may give. */
export const refusals = {
  400: returns(ErrorSchema, 'The request cannot be used'),
  401: returns(ErrorSchema, 'Not signed in'),
  404: returns(ErrorSchema, 'Not found'),
  409: returns(ErrorSchema, 'Someone else changed it in the meantime'),
} as const;

export const messageAnswer = returns(MessageSchema, 'Done');

type Said = Pick<RouteConfig, 'request' | 'description' | 'middleware'> & RouteConfig['responses'];
type Route<Method, Path, Call> = Pick<Call, Exclude<keyof Call, number>> & {
  method: Method;
  path: Path;
  responses: typeof refusals & Pick<Call, Extract<keyof Call, number>>;
};

/**
 * Describes the calls that the document lists under `tag`: `route('get', '/', 'List your sessions', { 200: returns(…) })`. What
 * has a number is an answer; each call may give `refusals` as well.
 */
export function routesOf(tag: string) {
  return <Method extends RouteConfig['method'], Path extends string, Call extends Said>(
    method: Method,
    path: Path,
    summary: string,
    call: Call,
  ) => {
    const { request, description, middleware, ...answers } = call;
    const said = { summary, tags: [tag], description };
    const whole = { method, path, ...said, middleware, request, responses: { ...refusals, ...answers } };
    return createRoute(whole as unknown as Route<Method, Path, Call>);
  };
}
