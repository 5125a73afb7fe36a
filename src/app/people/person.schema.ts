import { z } from '@hono/zod-openapi';
import { Email } from '#platform/forms/public-form-fields.ts';
import { LinkToken } from '#platform/http/schemas.ts';

const rows = z.array(z.looseObject({}));

/** What the site keeps about one address. Rows are as stored, without secrets. */
export const Person = z
  .object({
    email: z.string(),
    madeAt: z.string(),
    /** An administrator's account with second factor, sessions, activity of the last 400 days and unsaved drafts. */
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
    /** The newsletter subscription, with sent mails and bounces. */
    subscriber: z.looseObject({ newsletters: rows, bounces: rows }).nullable(),
    /** For events. */
    registrations: rows,
    /** Past committees with a name known for this address. */
    committees: rows,
    /** Emails other than newsletters. */
    emails: rows,
    /** The address was erased before: a keyed hash keeps imported lists from bringing it back. */
    wasErased: z.boolean(),
    /** They have asked that our forms do not write to them: a keyed hash of the mailbox, kept for 30 days. */
    wantsNoEmails: z.boolean(),
  })
  .openapi('Person');
export type Person = z.infer<typeof Person>;

export const PersonInput = z.object({ email: Email }).openapi('PersonInput');

export const DoNotWriteInput = z.object({ token: LinkToken }).openapi('DoNotWriteInput');

/** Sentences. */
export const ErasedPerson = z.object({ message: z.string(), stays: z.array(z.string()) }).openapi('ErasedPerson');
export type ErasedPerson = z.infer<typeof ErasedPerson>;
