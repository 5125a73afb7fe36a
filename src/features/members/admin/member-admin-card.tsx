import { initials } from '#shared/text.ts';
import { ItemCard, StatusBadge } from '#ui/lists/item-card.tsx';
import type { Member } from '../member.schema.ts';

type Props = {
  member: Member;
  fallback: string;
  onEdit: () => void;
  onDelete: () => void;
};

export function MemberAdminCard({ member, fallback, onEdit, onDelete }: Props) {
  return (
    <ItemCard
      form={`members-${member.id}`}
      title={member.name}
      picture={member}
      fallback={fallback}
      standIn={{ id: member.id, text: initials(member.name) }}
      isRound
      badge={member.isActive ? null : <StatusBadge tone="quiet">Not shown</StatusBadge>}
      meta={member.position}
      text={member.bio}
      onEdit={onEdit}
      onDelete={onDelete}
    />
  );
}
