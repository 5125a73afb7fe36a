import { ItemCard } from '#ui/lists/item-card.tsx';
import type { Committee } from '../committee.schema.ts';

type Props = { year: Committee; fallback: string; onEdit: () => void; onDelete: () => void };

export function CommitteeAdminCard({ year, fallback, onEdit, onDelete }: Props) {
  const { posts } = year;
  const people = posts.length === 1 ? '1 person' : `${posts.length} people`;
  return (
    <ItemCard
      form={`committees-${year.id}`}
      title={year.label}
      picture={year}
      fallback={fallback}
      standIn={{ id: year.id, text: year.label }}
      meta={`${year.from} to ${year.to} · ${people}`}
      text={posts.map(({ name, position }) => `${name} (${position})`).join(', ')}
      onEdit={onEdit}
      onDelete={onDelete}
    />
  );
}
