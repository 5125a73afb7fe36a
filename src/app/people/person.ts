import { z } from '@hono/zod-openapi';
import { Email } from '#platform/forms/public-form-fields.ts';

const rows = z.array(z.looseObject({}));

/** What the site keeps of one address. Rows are as they are stored, without what would open anything. */
export const Person = z
  .object({
    email: z.string(),
    madeAt: z.string(),
    /** An administrator's account, its second factor and sessions, what they did in the last 400 days, and what they have not saved. */
    administrator: z
      .looseObject({
        passkeys: rows,
        authenticatorApps: rows,
        recoveryCodes: rows,
        sessions: rows,
        activity: rows,
        unsaved: rows,
      })
      .nullable(),
    /** To become an administrator. */
    invitations: rows,
    /** Of the newsletter, with the mails that were sent. */
    subscriber: z.looseObject({ newsletters: rows, bounces: rows }).nullable(),
    /** For events. */
    registrations: rows,
    /** Past committees that have someone with a name that is known for this address. */
    committees: rows,
    /** What was mailed beside newsletters. */
    emails: rows,
    /** The address was erased before: a keyed hash keeps imported lists from bringing it back. */
    wasErased: z.boolean(),
  })
  .openapi('Person');
export type Person = z.infer<typeof Person>;

export const PersonInput = z.object({ email: Email }).openapi('PersonInput');

/** Sentences. */
export const ErasedPerson = z.object({ message: z.string(), stays: z.array(z.string()) }).openapi('ErasedPerson');
export type ErasedPerson = z.infer<typeof ErasedPerson>;
