import { ItemCard, StatusBadge } from '#ui/lists/item-card.tsx';
import type { Page } from '../page.schema.ts';
import { outdated } from '../page.ts';

type Props = { page: Page; fallback: string; guestsKeptDays: number; onEdit: () => void; onDelete: () => void };

const placeTexts = { menu: 'in the menu', footer: 'in the footer', none: 'not linked' };

export function PageAdminCard({ page, fallback, guestsKeptDays, onEdit, onDelete }: Props) {
  return (
    <ItemCard
      form={`pages-${page.id}`}
      title={page.title}
      picture={page}
      fallback={fallback}
      standIn={{ id: page.id }}
      badge={<StatusBadge tone="quiet">{page.isPublished ? 'On the site' : 'Draft'}</StatusBadge>}
      meta={`/${page.address} · ${placeTexts[page.place]}`}
      note={outdated(page.content, guestsKeptDays)}
      onEdit={onEdit}
      onDelete={onDelete}
    />
  );
}
