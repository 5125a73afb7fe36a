import { type CardProps, useItemCardProps } from '#features/items/admin/card-props.ts';
import { ItemCard } from '#ui/lists/item-card.tsx';
import { committeeKind } from '../committee.kind.ts';
import type { Committee } from '../committee.schema.ts';

export function CommitteeAdminCard({ year, ...card }: CardProps & { year: Committee }) {
  const { posts } = year;
  const people = posts.length === 1 ? '1 person' : `${posts.length} people`;
  return (
    <ItemCard
      {...useItemCardProps(committeeKind, year)}
      {...card}
      title={year.label}
      standIn={year.label}
      meta={`${year.from} to ${year.to} · ${people}`}
      text={posts.map(({ name, position }) => `${name} (${position})`).join(', ')}
    />
  );
}
