import { type CardProps, useItemCardProps } from '#features/items/admin/card-props.ts';
import { ItemCard, StatusBadge } from '#ui/lists/item-card.tsx';
import { pageKind } from '../page.kind.ts';
import type { Page } from '../page.schema.ts';
import { pageNotice } from '../page.ts';

const placeTexts = { menu: 'in the menu', footer: 'in the footer', none: 'not linked' };

export function PageAdminCard({ page, guestsKeptDays, ...card }: CardProps & { page: Page; guestsKeptDays: number }) {
  return (
    <ItemCard
      {...useItemCardProps(pageKind, page)}
      {...card}
      title={page.title}
      badge={
        <StatusBadge tone={page.isPublished ? 'live' : 'quiet'}>{page.isPublished ? 'Published' : 'Draft'}</StatusBadge>
      }
      meta={`/${page.address}${page.isPublished ? ` · ${placeTexts[page.place]}` : ''}`}
      note={pageNotice(page.content, guestsKeptDays)}
    />
  );
}
