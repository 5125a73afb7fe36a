import { useSettings } from '#features/settings/pages/site.ts';
import { shortDate } from '#shared/dates.ts';
import { Link } from '#ui/link.tsx';
import card from '#ui/lists/card.module.css';
import { Picture } from '#ui/page/picture.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import { writtenIn } from '#ui/written-in.ts';
import type { ArticleCard as Article } from './article.schema.ts';
import { articleByline, articleDate } from './article.ts';

/** `isLead`: drawn at double width. */
type Props = { article: Article; isEager?: boolean | 'first'; isLead?: boolean };

/** An article in a public list. */
export function ArticleCard({ article, isEager = false, isLead = false }: Props) {
  const { societyName, timeZone, defaultArticleImage } = useSettings();
  const date = articleDate(article);
  const summary = article.excerpt || article.description;
  return (
    <article className={card.card}>
      <Picture
        picture={article}
        fallback={defaultArticleImage}
        standIn={{ id: article.id }}
        alt={article.imageAlt}
        shape="wide"
        sizes={`(min-width: 64rem) ${isLead ? 'min(650px, 55vw)' : 'min(350px, 30vw)'}, (min-width: 40rem) ${isLead ? 90 : 45}vw, calc(100vw - 2rem)`}
        isEager={isEager}
      />
      <div className={card.body}>
        <p className={card.meta}>
          {date && (
            <>
              <time dateTime={date}>{shortDate(date, timeZone)}</time>
              <span aria-hidden="true"> · </span>
            </>
          )}
          <span>{articleByline(societyName)}</span>
        </p>
        <h3 className={card.title} {...writtenIn(article.title)}>
          {article.title}
        </h3>
        <p className={card.text} {...writtenIn(summary)}>
          {summary}
        </p>
        <Link className={card.more} to={`/articles/${article.id}`} viewTransition>
          <span>
            Read More
            <span className="sr-only">
              {' '}
              about <bdi>{article.title}</bdi>
            </span>
          </span>
          <Icon name="arrow-right" />
        </Link>
      </div>
    </article>
  );
}
