import type { ReactNode } from 'react';
import { breadcrumbJsonLd, societyJsonLd } from '#features/settings/pages/json-ld-parts.ts';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { usePageSettings, useSiteUrl } from '#features/settings/pages/site-context.ts';
import { type ItemPicture, shownImageUrl } from '#shared/item-picture.ts';
import { PersonCard } from '#ui/lists/person-card.tsx';
import { CardGrid, Section } from '#ui/page/page-sections.tsx';
import { Picture } from '#ui/page/picture.tsx';
import { StructuredData } from '#ui/page/structured-data.tsx';
import { Link } from '#ui/router-link.tsx';
import type { Committee } from '../committee.schema.ts';
import { committeePath, spanOfYear } from '../committee.ts';
import styles from './committee-page.module.css';

/** `link` leads to another website, `path` to a page of this one. */
type Person = ItemPicture & { name: string; position: string; link?: string | null; path?: string };

type Props = {
  title: string;
  description: string;
  /** Without it, today's committee. */
  year?: Committee;
  years: Committee[];
  people: Person[];
  /** Shown when there are no people. */
  empty: ReactNode;
};

/** One committee, and the way to all others. */
export function CommitteePage({ title, description, year, years, people, empty }: Props) {
  const { societyName, defaultAvatarImage } = usePageSettings();
  const { path = committeePath } = year ?? {};
  const imageUrl = year ? shownImageUrl(year) : null;
  return (
    <Section>
      <PageMeta title={title} description={description} path={path} imageUrl={imageUrl} />
      <Data title={title} year={year} people={people} />
      <header className={styles.head}>
        <p className={`eyebrow ${styles.eyebrow}`} dir="auto">
          {societyName}
        </p>
        <h1>{title}</h1>
        {year && <p className={`muted ${styles.span}`}>{spanOfYear(year)}</p>}
      </header>
      {year?.imageUrl && (
        <div className={styles.picture}>
          <Picture
            picture={year}
            fallback={defaultAvatarImage}
            sizes="min(73.5rem, calc(100vw - 2rem))"
            isEager="first"
          />
        </div>
      )}
      {people.length === 0 && empty}
      <CardGrid columns="people">
        {people.map((person, at) => (
          <li key={at}>
            <PersonCard person={person} id={at} fallback={defaultAvatarImage} heading="h2">
              <PersonName {...person} />
            </PersonCard>
          </li>
        ))}
      </CardGrid>
      {years.length > 0 && <Years years={years} current={path} />}
    </Section>
  );
}

function Years({ years, current }: { years: Committee[]; current: string }) {
  const links = [{ label: 'Today', path: committeePath }, ...years];
  return (
    <nav className={styles.years} aria-labelledby="years">
      <h2 id="years">Past committees</h2>
      <ul className={`row ${styles.list}`}>
        {links.map(({ label, path }) => (
          <li key={path}>
            <Link className={styles.year} to={path} aria-current={path === current ? 'page' : undefined}>
              <bdi>{label}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function PersonName({ name, link, path }: Person) {
  if (path)
    return (
      <Link className="covers" to={path}>
        {name}
      </Link>
    );
  return link ? (
    <a className="covers" href={link} rel="noopener">
      {name}
    </a>
  ) : (
    name
  );
}

/** The page, its place on the site, and who held which position when. */
function Data({ title, year, people }: { title: string; year: Committee | undefined; people: Person[] }) {
  const settings = usePageSettings();
  const siteUrl = useSiteUrl();
  const path = year?.path ?? committeePath;
  const member = people.map(({ name, position }) => ({
    '@type': 'OrganizationRole',
    roleName: position,
    ...(year && { startDate: year.from, endDate: year.to }),
    member: { '@type': 'Person', name },
  }));
  const page = {
    '@type': 'WebPage',
    '@id': `${siteUrl}${path}#page`,
    name: title,
    url: siteUrl + path,
    about: { ...societyJsonLd(settings, siteUrl), member },
  };
  const above = year ? [{ name: 'Committee', path: committeePath }] : [];
  return <StructuredData nodes={[page, breadcrumbJsonLd(siteUrl, [...above, { name: title, path }])]} />;
}
