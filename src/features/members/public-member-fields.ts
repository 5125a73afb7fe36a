import { pictureCardFields } from '#shared/item-picture.ts';
import type { Member } from './member.schema.ts';

/** The fields of a member on public pages. */
export const memberFields = ['id', 'name', 'position', 'bio', ...pictureCardFields] as const satisfies (keyof Member)[];

export type ShownMember = Pick<Member, (typeof memberFields)[number]>;
