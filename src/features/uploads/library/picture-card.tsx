import type { ReactNode } from 'react';
import { localInstantText } from '#shared/instants.ts';
import { pictureUrl } from '#shared/picture.ts';
import { countOf, isolated } from '#shared/text.ts';
import { Link } from '#ui/link.tsx';
import { writtenIn } from '#ui/written-in.ts';
import { bytesText, pictureTitle, wordsOfUse } from './library.ts';
import type { LibraryPicture, PictureUse } from './library-picture.schema.ts';
import styles from './picture-card.module.css';

type Props = {
  picture: LibraryPicture;
  /** The screen that edits a kind: '/admin/articles'. */
  adminPathOf: (kind: string) => string;
  children?: ReactNode;
};

const shownUses = 4;

/** One picture of the library: what it is, what it shows, and where it is used. */
export function PictureCard({ picture, adminPathOf, children }: Props) {
  const { alt, width, height, bytes, createdAt, uses } = picture;
  const title = pictureTitle(picture);
  const line = (use: PictureUse) => <UseLine key={keyOf(use)} use={use} adminPathOf={adminPathOf} />;
  return (
    <article className={styles.card} aria-label={title}>
      <a className={styles.picture} href={pictureUrl(picture.url)} target="_blank" rel="noopener">
        <img src={pictureUrl(picture.previewUrl)} alt={alt ?? `Open ${title}`} loading="lazy" decoding="async" />
      </a>
      <div className={styles.body}>
        <h3 className={styles.title} {...writtenIn(title)}>
          {title}
        </h3>
        <p className={styles.meta}>
          {width} × {height} · {bytesText(bytes)} · {localInstantText(createdAt)}
        </p>
        {!alt && <p className={styles.meta}>No alternative text to propose yet</p>}
        {uses.length === 0 && (
          <p className={styles.unused}>
            Not used anywhere. It goes by itself after a week, unless an older version shows it.
          </p>
        )}
        {uses.length > 0 && <ul className={styles.uses}>{uses.slice(0, shownUses).map(line)}</ul>}
        {uses.length > shownUses && (
          <details className={styles.more}>
            <summary>{countOf(uses.length - shownUses, 'more place')}</summary>
            <ul className={styles.uses}>{uses.slice(shownUses).map(line)}</ul>
          </details>
        )}
        {children && <div className={styles.actions}>{children}</div>}
      </div>
    </article>
  );
}

function UseLine({ use, adminPathOf }: { use: PictureUse; adminPathOf: Props['adminPathOf'] }) {
  const { before, after } = wordsOfUse(use);
  const to =
    use.state === 'bin'
      ? '/admin/bin'
      : use.kind === 'settings'
        ? '/admin/settings'
        : `${adminPathOf(use.kind)}?edit=${use.id}`;
  if (use.kind === 'settings')
    return (
      <li>
        <Link to={to}>{before}</Link>
      </li>
    );
  return (
    <li>
      {before} <Link to={to}>“{isolated(use.title || 'Untitled')}”</Link>
      {after}
    </li>
  );
}

function keyOf({ kind, id, layer, field }: PictureUse): string {
  return `${kind} ${id} ${layer} ${field}`;
}
