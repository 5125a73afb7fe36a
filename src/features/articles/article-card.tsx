import { usePageSettings } from '#features/settings/pages/site-context.ts';
import { shortDate } from '#shared/dates.ts';
import { pictureCardFields } from '#shared/item-picture.ts';
import { languageAttributes } from '#ui/language-attributes.ts';
import card from '#ui/lists/card.module.css';
import { Picture } from '#ui/page/picture.tsx';
import { useViewTransition } from '#ui/router/use-view-transition.ts';
import { Link } from '#ui/router-link.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import type { ArticleCard as Article } from './article.schema.ts';
import { articleByline, articleDate } from './article.ts';

/** What a card needs to know of an article. */
export const articleCardFields = [
  'id',
  'title',
  'description',
  'excerpt',
  'publishedAt',
  'createdAt',
  'imageAlt',
  ...pictureCardFields,
] as const satisfies (keyof Article)[];

export type ShownArticle = Pick<Article, (typeof articleCardFields)[number]>;

type Look = 'card' | 'lead' | 'side';
type Props = { article: ShownArticle; isEager?: boolean | 'first'; look?: Look };

/** How wide its picture is drawn: in a grid, at double width, or small beside its words. */
const sizes: Record<Look, string> = {
  card: '(min-width: 64rem) 350px, (min-width: 40rem) 46vw, calc(100vw - 2rem)',
  lead: '(min-width: 64rem) 650px, (min-width: 40rem) 92vw, calc(100vw - 2rem)',
  side: '(min-width: 64rem) 150px, (min-width: 40rem) 46vw, calc(100vw - 2rem)',
};

/** An article in a public list. */
export function ArticleCard({ article, isEager = false, look = 'card' }: Props) {
  const { societyName, timeZone, defaultArticleImage } = usePageSettings();
  const date = articleDate(article);
  const summary = article.excerpt || article.description;
  const to = `/articles/${article.id}`;
  const isMoving = useViewTransition(to);
  return (
    <article className={`box ${card.card}`} data-moving={isMoving || undefined}>
      <Picture
        picture={article}
        fallback={defaultArticleImage}
        alt={article.imageAlt}
        sizes={sizes[look]}
        isEager={isEager}
      />
      <div className={card.body}>
        <p className={`tiny ${card.meta}`}>
          {date && (
            <>
              <time dateTime={date}>{shortDate(date, timeZone)}</time> <span aria-hidden="true">· </span>
            </>
          )}
          <span>{articleByline(societyName)}</span>
        </p>
        <h3 className={`clamp ${card.title}`} {...languageAttributes(article.title)}>
          {article.title}
        </h3>
        <p className="clamp muted" {...languageAttributes(summary)}>
          {summary}
        </p>
        <Link className={`covers ${card.more}`} to={to} viewTransition>
          <span>
            Read More
            <span className="sr-only">
              {' of '}
              <bdi>{article.title}</bdi>
            </span>
          </span>
          <Icon name="arrow-right" />
        </Link>
      </div>
    </article>
  );
}
