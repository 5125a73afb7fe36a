/** Every kind of thing. Bin, history, activity and pictures follow from the list. */
import { articleKind } from '#features/articles/article.kind.ts';
import { eventKind } from '#features/events/event.kind.ts';
import { memberKind } from '#features/members/member.kind.ts';

export const kinds = [articleKind, eventKind, memberKind] as const;
export type KindName = (typeof kinds)[number]['name'];
