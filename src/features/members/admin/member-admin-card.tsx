import { type CardProps, useItemCardProps } from '#features/items/admin/card-props.ts';
import { initials } from '#shared/text.ts';
import { ItemCard, StatusBadge } from '#ui/lists/item-card.tsx';
import { memberKind } from '../member.kind.ts';
import type { Member } from '../member.schema.ts';

export function MemberAdminCard({ member, ...card }: CardProps & { member: Member }) {
  return (
    <ItemCard
      {...useItemCardProps(memberKind, member)}
      {...card}
      title={member.name}
      standIn={initials(member.name)}
      isRound
      badge={member.isActive ? null : <StatusBadge tone="quiet">Draft</StatusBadge>}
      meta={member.position}
      text={member.bio}
    />
  );
}
