import type { Generated } from 'kysely';

declare module '#platform/db/tables.ts' {
  interface Tables {
    registrations: RegistrationsTable;
  }
}

/** Who has signed up for an event. Name, address and answers are null once they are erased. */
export type RegistrationsTable = {
  id: Generated<number>;
  eventId: number;
  name: string | null;
  email: string | null;
  /** Lower-cased, unique within the event. */
  emailKey: string | null;
  places: number;
  /** `pending`: not confirmed by its link. */
  state: 'pending' | 'confirmed' | 'waiting' | 'cancelled';
  cancelledBy: Generated<'guest' | 'organiser' | null>;
  /** JSON, { question, answer }[]. */
  answers: string | null;
  /** Since when the last of its links works. */
  askedAt: string;
  /** With the id the order of the waiting list. */
  confirmedAt: Generated<string | null>;
  presentAt: Generated<string | null>;
  /** The last check-in tap, on or off. */
  tappedAt: Generated<string | null>;
  /** When an email last told them when and where the event is. */
  toldAt: Generated<string | null>;
  /** The SEQUENCE of the guest's calendar entry. */
  sequence: Generated<number>;
  createdAt: string;
};
