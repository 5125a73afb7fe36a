import type { Generated } from 'kysely';
import type { ItemColumns, PictureColumns } from '#features/items/items.tables.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    events: EventsTable;
  }
}

export type EventsTable = ItemColumns &
  PictureColumns & {
    title: string;
    /** Wall time in the site's zone, YYYY-MM-DDTHH:MM:SS. */
    eventDate: string;
    startsAt: string;
    /** Wall time like `eventDate`; the last day of an event for whole days. */
    endDate: Generated<string | null>;
    /** An all-day event always has one: the start of the following day. */
    endsAt: Generated<string | null>;
    isAllDay: Generated<boolean>;
    location: string;
    address: Generated<string | null>;
    onlineUrl: Generated<string | null>;
    ticketUrl: Generated<string | null>;
    description: string;
    cancelledAt: Generated<string | null>;
    cancellationNote: Generated<string | null>;
    /** The same for all events of one series: the id of the first of them. */
    seriesId: Generated<number | null>;
    hasSignup: Generated<boolean>;
    signupOpensAt: Generated<string | null>;
    signupClosesAt: Generated<string | null>;
    /** Null: no limit. */
    capacity: Generated<number | null>;
    /** Of one person. */
    maxPlaces: Generated<number>;
    /** One a line. */
    questions: Generated<string>;
    /** How often another time zone has moved it. */
    moves: Generated<number>;
  };
