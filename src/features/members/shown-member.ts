import { pictureFields } from '#shared/picture.ts';
import type { Member } from './member.schema.ts';

/** What the public pages show of a member. */
export const memberFields = ['id', 'name', 'position', 'bio', ...pictureFields] as const satisfies (keyof Member)[];

export type ShownMember = Pick<Member, (typeof memberFields)[number]>;
