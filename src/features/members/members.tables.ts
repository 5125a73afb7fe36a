import type { ItemColumns, OwnFields, PictureColumns } from '#features/items/items.tables.ts';
import type { Member } from './member.schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    members: ItemColumns & PictureColumns & OwnFields<Member>;
  }
}
