import type { Generated } from 'kysely';
import type { ItemColumns, PictureColumns } from '#features/items/items.tables.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    committees: CommitteesTable;
  }
}

type CommitteesTable = ItemColumns &
  PictureColumns & {
    label: string;
    /** Days, as '2025-08-31'. */
    from: string;
    to: string;
    /** JSON of `PostInput`s, in order. */
    posts: Generated<string>;
    /** JSON of a `Closing`; null for a year added by hand, and once the closing can no longer be undone. */
    closing: Generated<string | null>;
  };
