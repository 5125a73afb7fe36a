import { previewOf } from '#features/uploads/field/preview-of.ts';
import { shortDate } from '#shared/dates.ts';
import { focalAttributes } from '#shared/picture.ts';
import { Picture } from '#ui/page/picture.tsx';
import { writtenIn } from '#ui/written-in.ts';
import type { ArticleValues } from '../admin/article-values.ts';
import { articleByline } from '../article.ts';
import styles from './article-live-preview.module.css';

const noPicture = { imageUrl: null, image: null, imageFocalX: null, imageFocalY: null };

type Props = {
  id: number;
  values: ArticleValues;
  file: File | null;
  date: string;
  societyName: string;
  timeZone: string;
  fallback: string;
};

/** The card as visitors will see it, while it is being written. */
export function ArticleLivePreview({ id, values, file, date, societyName, timeZone, fallback }: Props) {
  const preview = previewOf(file) ?? values.imageUrl;
  const title = values.title || 'Title';
  const text = values.excerpt || values.description || 'Description';
  return (
    <div className={styles.card}>
      <div className={styles.picture}>
        {preview ? (
          <img
            src={preview}
            alt=""
            {...focalAttributes(values)}
            key={preview}
            onError={(event) => {
              event.currentTarget.hidden = true;
            }}
          />
        ) : (
          <Picture picture={noPicture} fallback={fallback} standIn={{ id }} alt="" shape="wide" sizes="20rem" isEager />
        )}
      </div>
      <div className={styles.body}>
        <p className={styles.date}>
          {shortDate(date, timeZone)} · {articleByline(societyName)}
        </p>
        <p className={styles.title} {...writtenIn(title)}>
          {title}
        </p>
        <p className={styles.text} {...writtenIn(text)}>
          {text}
        </p>
      </div>
    </div>
  );
}
