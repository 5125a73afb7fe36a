import type { ItemColumns, PictureColumns } from '#features/items/items.tables.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    members: MembersTable;
  }
}

export type MembersTable = ItemColumns &
  PictureColumns & {
    name: string;
    position: string;
    bio: string;
    isActive: boolean;
    joinDate: string;
    sortOrder: number | null;
  };
