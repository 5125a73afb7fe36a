import type { ReactNode } from 'react';
import { ItemPreview } from '#features/items/admin/item-preview.tsx';
import type { FocalPoint } from '#shared/item-picture.ts';
import { languageAttributes } from '#ui/language-attributes.ts';
import type { ArticleValues } from '../admin/article-values.ts';
import { articleByline } from '../article.ts';
import { withPendingPicturesShown } from '../editor/pictures/pending-pictures.ts';
import body from '../pages/article-body.module.css';
import styles from './article-preview.module.css';

type Props = { values: ArticleValues; societyName: string; file: File | null; onClose: () => void };

/** The form's article, in the typography of its page. */
export function ArticlePreview({ values, file, societyName, onClose }: Props) {
  const title = values.title || 'Untitled article';
  return (
    <TextPreview values={{ ...values, title }} file={file} closeHref="/admin/articles" onClose={onClose}>
      <p className="muted">{articleByline(societyName)}</p>
      <p className={styles.description} {...languageAttributes(values.description)}>
        {values.description}
      </p>
    </TextPreview>
  );
}

type TextProps = {
  values: FocalPoint & { title: string; content: string; imageUrl: string | null; imageAlt: string };
  /** The chosen picture that is not uploaded yet. */
  file: File | null;
  closeHref: string;
  onClose: () => void;
  /** Above the text. */
  children?: ReactNode;
};

/** The editor's text as visitors see it. */
export function TextPreview({ children, ...preview }: TextProps) {
  const { title, content } = preview.values;
  return (
    <ItemPreview title={title} {...preview}>
      {children}
      {/* The editor's own output, shown to its author only; the policy runs no inline script. */}
      <div className={body.content} dangerouslySetInnerHTML={{ __html: withPendingPicturesShown(content) }} />
    </ItemPreview>
  );
}
