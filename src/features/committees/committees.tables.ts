import type { Generated } from 'kysely';
import type { ItemColumns, OwnFields, PictureColumns } from '#features/items/items.tables.ts';
import type { Committee } from './committee.schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    committees: CommitteesTable;
  }
}

type CommitteesTable = ItemColumns &
  PictureColumns &
  OwnFields<Committee, 'path' | 'posts' | 'closing'> & {
    /** JSON of `PostInput`s, in order. */
    posts: Generated<string>;
    /** JSON of a `Closing`; null for a year added by hand, and once the closing can no longer be undone. */
    closing: Generated<string | null>;
  };
