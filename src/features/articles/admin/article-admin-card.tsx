import type { ReactNode } from 'react';
import { shortDate } from '#shared/dates.ts';
import { ItemCard, StatusBadge } from '#ui/lists/item-card.tsx';
import type { ArticleCard } from '../article.schema.ts';

type Props = {
  article: ArticleCard;
  timeZone: string;
  fallback: string;
  /** When it goes live; shown of one that is planned. */
  planned: ReactNode;
  onEdit: () => void;
  onDuplicate?: () => void;
  onDelete: () => void;
};

export function ArticleAdminCard({ article, timeZone, fallback, planned, onEdit, onDuplicate, onDelete }: Props) {
  const { isPublished, publishedAt, updatedAt, isSent, hasChanges, schedule } = article;
  return (
    <ItemCard
      form={`articles-${article.id}`}
      title={article.title}
      picture={article}
      fallback={fallback}
      standIn={{ id: article.id }}
      badge={
        <>
          <StatusBadge tone={isPublished ? 'live' : 'quiet'}>{isPublished ? 'Published' : 'Draft'}</StatusBadge>
          {schedule && <StatusBadge tone="live">Scheduled</StatusBadge>}
          {hasChanges && <StatusBadge tone="quiet">Changes not yet live</StatusBadge>}
          {article.isFeatured && <StatusBadge tone="live">Featured</StatusBadge>}
        </>
      }
      meta={isPublished && publishedAt ? shortDate(publishedAt, timeZone) : `Edited ${shortDate(updatedAt, timeZone)}`}
      {...(isPublished && isSent === false && { text: 'Published, newsletter not sent' })}
      note={schedule ? planned : undefined}
      onEdit={onEdit}
      onDuplicate={onDuplicate}
      onDelete={onDelete}
    />
  );
}
