import { shortDate } from '#shared/dates.ts';
import { ItemCard, StatusBadge } from '#ui/lists/item-card.tsx';
import type { ArticleCard } from '../article.schema.ts';

type Props = {
  article: ArticleCard;
  timeZone: string;
  fallback: string;
  onEdit: () => void;
  onDuplicate?: () => void;
  onDelete: () => void;
};

export function ArticleAdminCard({ article, timeZone, fallback, onEdit, onDuplicate, onDelete }: Props) {
  const { isPublished, publishedAt, updatedAt, isSent, hasChanges } = article;
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
          {hasChanges && <StatusBadge tone="quiet">Changes not yet live</StatusBadge>}
          {article.isFeatured && <StatusBadge tone="live">Featured</StatusBadge>}
        </>
      }
      meta={isPublished && publishedAt ? shortDate(publishedAt, timeZone) : `Edited ${shortDate(updatedAt, timeZone)}`}
      {...(isPublished && isSent === false && { text: 'Published, newsletter not sent' })}
      onEdit={onEdit}
      onDuplicate={onDuplicate}
      onDelete={onDelete}
    />
  );
}
