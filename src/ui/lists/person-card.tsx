import type { ReactNode } from 'react';
import type { ItemPicture } from '#shared/item-picture.ts';
import { initials } from '#shared/text.ts';
import { languageAttributes } from '../language-attributes.ts';
import { Picture } from '../page/picture.tsx';
import styles from './person-card.module.css';

type Props = {
  person: ItemPicture & { name: string; position: string };
  id: number;
  fallback: string;
  heading: 'h2' | 'h3';
  /** A small round picture with the words beside it: many people in little room. */
  isRow?: boolean;
  /** The name, and where it leads. */
  children: ReactNode;
};

/** Someone of a committee. */
export function PersonCard({ person, id, fallback, heading: Heading, isRow = false, children }: Props) {
  const { name, position } = person;
  return (
    <article className={isRow ? styles.row : styles.card}>
      <div className={styles.photo}>
        <Picture
          picture={{ ...person, id }}
          fallback={fallback}
          standIn={initials(name)}
          shape={isRow ? 'square' : 'portrait'}
          isSmall={isRow}
          sizes={
            isRow
              ? '(min-width: 500px) 4.5rem, 2.75rem'
              : '(min-width: 64rem) 260px, (min-width: 48rem) 30vw, (min-width: 500px) 45vw, 3.25rem'
          }
        />
      </div>
      <Heading className={styles.name} {...languageAttributes(name)}>
        {children}
      </Heading>
      <p className="small" {...languageAttributes(position)}>
        {position}
      </p>
    </article>
  );
}
