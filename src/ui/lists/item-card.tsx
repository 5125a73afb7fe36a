import { type FocusEventHandler, type ReactNode, type RefObject, useEffect, useState } from 'react';
import type { ItemPicture } from '#shared/item-picture.ts';
import { languageAttributes } from '#ui/language-attributes.ts';
import { Picture, PicturesWait } from '#ui/page/picture.tsx';
import { Link } from '#ui/router-link.tsx';
import styles from './item-card.module.css';

type Props = {
  /** Screen readers hear it after 'Edit' and 'Delete'. */
  title: string;
  /** Its form has something unsaved. */
  isUnfinished: boolean;
  picture: ItemPicture & { id: number };
  /** The default picture, and a text over it. */
  fallback: string;
  standIn?: string;
  isRound?: boolean;
  badge?: ReactNode;
  meta?: string;
  text?: string;
  /** One more line, and a link beside 'Edit'. */
  note?: ReactNode;
  link?: { to: string; text: string; label: string } | undefined;
  onEdit: () => void;
  onDelete: () => void;
};

/** An administrator's card, 400 px high (spec 2). A click anywhere on it edits. */
export function ItemCard({
  title,
  isUnfinished,
  picture,
  fallback,
  standIn,
  isRound = false,
  badge,
  meta,
  text,
  note,
  ...actions
}: Props) {
  return (
    <article className={`box ${styles.card}`}>
      <div className={styles.picture} data-round={isRound || undefined}>
        <Picture
          picture={picture}
          fallback={fallback}
          standIn={standIn}
          shape={isRound ? 'square' : 'wide'}
          // A little less than the card's width is enough: it only helps to recognise the article.
          sizes={isRound ? '7rem' : '17.5rem'}
        />
      </div>
      <div className={styles.body}>
        {(badge || isUnfinished) && (
          <div className={`row ${styles.badge}`}>
            {badge}
            {isUnfinished && <StatusBadge tone="quiet">Unfinished changes</StatusBadge>}
          </div>
        )}
        <h3 className={styles.title} {...languageAttributes(title)}>
          <button type="button" className={`covers clamp ${styles.open}`} onClick={actions.onEdit}>
            {title}
          </button>
        </h3>
        {meta && (
          <p className={`clamp ${styles.meta}`} dir="auto">
            {meta}
          </p>
        )}
        {text && (
          <p className={`clamp ${styles.text}`} {...languageAttributes(text)}>
            {text}
          </p>
        )}
        {note && <p className={`notable ${styles.note}`}>{note}</p>}
        <CardActions title={title} {...actions} />
      </div>
    </article>
  );
}

function CardActions({ title, link, onEdit, onDelete }: Pick<Props, 'title' | 'link' | 'onEdit' | 'onDelete'>) {
  return (
    <div className={`row ${styles.actions}`}>
      {link && (
        <Link className={styles.edit} to={link.to} aria-label={link.label}>
          {link.text}
        </Link>
      )}
      <button type="button" className={styles.edit} aria-label={`Edit ${title}`} onClick={onEdit}>
        Edit
      </button>
      <button type="button" className={styles.delete} aria-label={`Delete ${title}`} onClick={onDelete}>
        Delete
      </button>
    </div>
  );
}

type GridProps = {
  ref: RefObject<HTMLDivElement | null>;
  isBusy: boolean;
  /** Rows, each as high as its content, instead of a grid. */
  rows: boolean;
  onFocus: FocusEventHandler;
  children: ReactNode;
};

export function ItemCardGrid({ ref, isBusy, rows, onFocus, children }: GridProps) {
  const [isNear, setIsNear] = useState(false);
  // Below a long form: a browser fetches pictures 1,250 px and more before they come into view.
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: '50%' },
    );
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return (
    <PicturesWait value={!isNear}>
      <div ref={ref} className={styles.grid} data-rows={rows || undefined} aria-busy={isBusy} onFocus={onFocus}>
        {children}
      </div>
    </PicturesWait>
  );
}

/** Always has a word: not everyone can see the colour. */
export function StatusBadge({ tone, children }: { tone: 'live' | 'quiet'; children: ReactNode }) {
  return (
    <span className={`notable ${styles.status}`} data-tone={tone}>
      {children}
    </span>
  );
}
