import type { Generated } from 'kysely';
import type { ItemColumns, OwnFields, PictureColumns } from '#features/items/items.tables.ts';
import type { Page } from './page.schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    pages: PagesTable;
  }
}

export type PagesTable = ItemColumns &
  PictureColumns &
  OwnFields<Page, 'path' | 'guessedLang' | 'position'> & {
    /** Small ones come first. */
    position: Generated<number>;
  };
