import type { ReactNode } from 'react';
import { type CardProps, useItemCardProps } from '#features/items/admin/card-props.ts';
import { shortDate } from '#shared/dates.ts';
import { ItemCard, StatusBadge } from '#ui/lists/item-card.tsx';
import { articleKind } from '../article.kind.ts';
import type { ArticleCard } from '../article.schema.ts';

type Props = CardProps & {
  article: ArticleCard;
  timeZone: string;
  /** When it goes live; shown for a scheduled article. */
  scheduledLine: ReactNode;
  /** Whether anyone could have got the newsletter. */
  hasSubscribers: boolean;
};

export function ArticleAdminCard({ article, timeZone, scheduledLine, hasSubscribers, ...card }: Props) {
  const common = useItemCardProps(articleKind, article);
  const { isPublished, publishedAt, updatedAt, isSent, hasChanges, schedule } = article;
  return (
    <ItemCard
      {...common}
      {...card}
      // A badge says it.
      isUnfinished={common.isUnfinished && !hasChanges}
      title={article.title}
      badge={
        <>
          <StatusBadge tone={isPublished ? 'live' : 'quiet'}>{isPublished ? 'Published' : 'Draft'}</StatusBadge>
          {schedule && <StatusBadge tone="live">Scheduled</StatusBadge>}
          {hasChanges && <StatusBadge tone="quiet">Changes not yet live</StatusBadge>}
          {article.isFeatured && <StatusBadge tone="live">Featured</StatusBadge>}
        </>
      }
      meta={isPublished && publishedAt ? shortDate(publishedAt, timeZone) : `Edited ${shortDate(updatedAt, timeZone)}`}
      {...(isPublished && isSent === false && hasSubscribers && { text: 'Newsletter not sent' })}
      note={schedule ? scheduledLine : undefined}
    />
  );
}
