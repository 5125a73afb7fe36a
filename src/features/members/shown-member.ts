import { pictureFields } from '#shared/picture.ts';
import type { Member } from './member.schema.ts';

/** What the public pages show of a member, and what they sort by. */
export const memberFields = [
  'id',
  'name',
  'position',
  'bio',
  'sortOrder',
  ...pictureFields,
] as const satisfies (keyof Member)[];

export type ShownMember = Pick<Member, (typeof memberFields)[number]>;
