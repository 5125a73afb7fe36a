import type { Generated } from 'kysely';
import type { ItemColumns, PictureColumns } from '#features/items/items.tables.ts';
import type { PagePlace } from './page.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    pages: PagesTable;
  }
}

export type PagesTable = ItemColumns &
  PictureColumns & {
    title: string;
    /** The last part of its own address. */
    address: string;
    /** Its earlier addresses, one per line, which lead to it. */
    formerAddresses: Generated<string>;
    /** Sanitised HTML. */
    content: string;
    place: PagePlace;
    /** Small ones come first. */
    position: Generated<number>;
    isPublished: boolean;
  };
