import type { ArticleCard } from '#features/articles/article.schema.ts';
import { ShareButtons } from '#features/articles/pages/share-buttons.tsx';
import { SubscribeField } from '#features/newsletter/subscribers/pages/subscribe-field.tsx';
import { useSettings } from '#features/settings/pages/site.ts';
import { Link } from '#ui/link.tsx';
import { Picture } from '#ui/page/picture.tsx';
import { writtenIn } from '#ui/written-in.ts';
import styles from './article-end.module.css';

type Props = { article: ArticleCard; next: ArticleCard | null };

/** The ways on from an article: pass it on, be told of the next, read another. */
export function ArticleEnd({ article, next }: Props) {
  return (
    <div className={styles.end}>
      <ShareButtons id={article.id} title={article.title} />
      {next && <NextArticle article={next} />}
      <section className={styles.subscribe} aria-labelledby="subscribe">
        <h2 id="subscribe" className={styles.title}>
          Get new articles by email
        </h2>
        <p className={styles.hint}>In your inbox the day they are published. Nothing else.</p>
        <SubscribeField />
      </section>
    </div>
  );
}

function NextArticle({ article }: { article: ArticleCard }) {
  const { defaultArticleImage } = useSettings();
  return (
    <nav className={styles.nextRow} aria-label="Next article">
      <Link className={styles.next} to={`/articles/${article.id}`} viewTransition>
        <Picture
          picture={article}
          fallback={defaultArticleImage}
          standIn={{ id: article.id }}
          alt=""
          shape="wide"
          sizes="(min-width: 40rem) 13rem, 7rem"
        />
        <span className={styles.words}>
          <span className={styles.eyebrow}>Next article</span>
          <span className={styles.nextTitle} {...writtenIn(article.title)}>
            {article.title}
          </span>
        </span>
      </Link>
    </nav>
  );
}
