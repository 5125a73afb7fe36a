/** Every kind of content. Bin, history, activity and pictures follow from this list. */
import { articleKind } from '#features/articles/article.kind.ts';
import { committeeKind } from '#features/committees/committee.kind.ts';
import { eventKind } from '#features/events/event.kind.ts';
import { memberKind } from '#features/members/member.kind.ts';
import { pageKind } from '#features/pages/page.kind.ts';

export const kinds = [articleKind, eventKind, memberKind, pageKind, committeeKind] as const;
export type KindName = (typeof kinds)[number]['name'];
