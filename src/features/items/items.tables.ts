import type { Generated } from 'kysely';
import type { itemAnswer } from './item.schema.ts';

/** The columns that the table of every kind of thing has. */
export type ItemColumns = {
  id: Generated<number>;
  createdAt: string;
  updatedAt: string;
  /** Counts the saves; sent back by a form to notice that someone else saved in the meantime. */
  version: Generated<number>;
  /** The administrator of the last save; absent once that account is erased. */
  updatedBy: Generated<number | null>;
  /** In the bin since then. */
  deletedAt: string | null;
  deletedBy: Generated<number | null>;
};

/** The picture's columns in the table of a kind. */
export type PictureColumns = {
  imageUrl: string | null;
  /** In percent; both or none. */
  imageFocalX: Generated<number | null>;
  imageFocalY: Generated<number | null>;
};

/** The columns of an item's own fields, named as in its answer. Those in `Except` are stored in another form or not at all. */
export type OwnFields<Answer, Except extends keyof Answer = never> = {
  [Name in Exclude<keyof Answer, keyof typeof itemAnswer | Except>]: null extends Answer[Name]
    ? Generated<Answer[Name]>
    : Answer[Name];
};
