/** What every edge of /api/v1 is made of: the app with its refusal of bad input, lists, and the common answers. */
import { createHash } from 'node:crypto';
import { OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { Invalid, NotFound } from '#platform/errors.ts';
import { withoutControls } from '#shared/text.ts';
import { ErrorSchema, MessageSchema } from './schemas.ts';

export type SignedIn = { id: number; username: string; email: string; sessionId: number };

export type ApiEnv = {
  Variables: {
    requestId: string;
    /** The client's network address, from the socket or, behind a trusted proxy, from its header. */
    address: string;
    administrator: SignedIn | null;
  };
};

// zod's own sentences speak of types; these are read by people.
z.config({
  customError: (issue) => {
    if (issue.code !== 'invalid_type') return undefined;
    return issue.input === undefined ? 'This is required' : 'This is not of the right kind';
  },
});

/** Bad path parameters are 404, bad bodies and queries 400 with a sentence for each field. */
export function createApiApp(): OpenAPIHono<ApiEnv> {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      if (result.target === 'param') throw new NotFound('Not found');
      const fields: Record<string, string> = {};
      for (const issue of result.error.issues) fields[issue.path.join('.')] ??= issue.message;
      throw new Invalid(result.error.issues[0]?.message ?? 'Please check what you entered.', fields);
    },
  });
}

/** The administrator behind a guarded route. */
export function signedIn(c: Context<ApiEnv>): SignedIn {
  const administrator = c.get('administrator');
  if (!administrator) throw new Error('A route that needs an administrator is mounted without its guard');
  return administrator;
}

export function jsonBody<T extends z.ZodType>(schema: T) {
  return { body: { required: true, content: { 'application/json': { schema } } } } as const;
}

export function answer<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } } as const;
}

/** The refusals that any route may give. */
export const refusals = {
  400: answer(ErrorSchema, 'What was sent cannot be used'),
  401: answer(ErrorSchema, 'Not signed in'),
  404: answer(ErrorSchema, 'Not found'),
  409: answer(ErrorSchema, 'Somebody else changed it meanwhile'),
} as const;

export const messageAnswer = answer(MessageSchema, 'Done');

export const ListQuery = z.object({
  search: z
    .string()
    .transform(withoutControls)
    .pipe(z.string().trim().max(200, 'Search for at most 200 characters'))
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(100),
  cursor: z.string().max(400).optional(),
});
export type ListQuery = z.infer<typeof ListQuery>;

export type Listed<T> = { items: T[]; total: number; nextCursor: string | null };

export function listHeaders(c: Context, page: { total: number; nextCursor: string | null }): void {
  c.header('x-total-count', String(page.total));
  if (page.nextCursor) c.header('x-next-cursor', page.nextCursor);
}

/** A place in a sorted list: the sort values of its last row, opaque to the client. */
export function encodeCursor(values: (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** @throws Invalid when it was not made by `encodeCursor` with as many values */
export function decodeCursor(cursor: string, length: number): (string | number)[] {
  try {
    const values = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown;
    const good = (value: unknown) => typeof value === 'string' || Number.isSafeInteger(value);
    if (Array.isArray(values) && values.length === length && values.every(good)) return values;
  } catch {
    // Falls through to the one refusal below.
  }
  throw new Invalid('This place in the list is not known. Please start again.', { cursor: 'Unknown cursor' });
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
