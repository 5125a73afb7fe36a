import type { Generated } from 'kysely';
import type { ItemColumns, OwnFields, PictureColumns } from '#features/items/items.tables.ts';
import type { SocietyEvent } from './event.schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    events: EventsTable;
  }
}

/** Wall times are those of the site's zone, YYYY-MM-DDTHH:MM:SS. */
export type EventsTable = ItemColumns &
  PictureColumns &
  OwnFields<SocietyEvent, 'isAllDay' | 'hasSignup' | 'maxPlaces' | 'questions'> & {
    isAllDay: Generated<boolean>;
    hasSignup: Generated<boolean>;
    maxPlaces: Generated<number>;
    /** One a line. */
    questions: Generated<string>;
    /** How often another time zone has moved it. */
    moves: Generated<number>;
  };
