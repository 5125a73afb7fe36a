import { ItemCard, pictureSource, StatusBadge } from '#ui/lists/item-card.tsx';
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
      title={member.name}
      picture={{ src: pictureSource(member), fallback, round: true }}
      badge={member.isActive ? null : <StatusBadge tone="quiet">Not shown</StatusBadge>}
      meta={member.position}
      text={member.bio}
      onEdit={onEdit}
      onDelete={onDelete}
    />
  );
}
