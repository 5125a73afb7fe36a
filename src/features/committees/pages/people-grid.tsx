import { useSettings } from '#features/settings/pages/site.ts';
import type { ItemPicture } from '#shared/picture.ts';
import { initials } from '#shared/text.ts';
import { Link } from '#ui/link.tsx';
import styles from '#ui/lists/person-card.module.css';
import { CardGrid } from '#ui/page/layout.tsx';
import { Picture } from '#ui/page/picture.tsx';
import { writtenIn } from '#ui/written-in.ts';

/** `link` leads to another website, `path` to a page of this one. */
export type Person = ItemPicture & { name: string; position: string; link?: string | null; path?: string };

/** Who is or was on a committee, in this order. */
export function PeopleGrid({ people }: { people: Person[] }) {
  return (
    <CardGrid columns="people">
      {people.map((person, at) => (
        <li key={at}>
          <PersonCard person={person} at={at} />
        </li>
      ))}
    </CardGrid>
  );
}

function PersonCard({ person, at }: { person: Person; at: number }) {
  const { defaultAvatarImage } = useSettings();
  const { name, position, link, path } = person;
  return (
    <article className={styles.card}>
      <div className={styles.photo}>
        <Picture
          picture={person}
          fallback={defaultAvatarImage}
          standIn={{ id: at, text: initials(name) }}
          alt=""
          shape="portrait"
          sizes="(min-width: 64rem) min(260px, 22vw), (min-width: 48rem) 30vw, (min-width: 500px) 45vw, 3.25rem"
        />
      </div>
      <h2 className={styles.name} {...writtenIn(name)}>
        {path ? (
          <Link className={styles.link} to={path}>
            {name}
          </Link>
        ) : link ? (
          <a className={styles.link} href={link} rel="noopener">
            {name}
          </a>
        ) : (
          name
        )}
      </h2>
      <p className={styles.position} {...writtenIn(position)}>
        {position}
      </p>
    </article>
  );
}
