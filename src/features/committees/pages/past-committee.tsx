import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { useSettings, useSiteUrl } from '#features/settings/pages/site.ts';
import { eventTimeText } from '#shared/dates.ts';
import { Picture } from '#ui/page/picture.tsx';
import { EmptyBlock } from '#ui/page/states.tsx';
import { StructuredData } from '#ui/page/structured-data.tsx';
import type { Committee } from '../committee.schema.ts';
import { committeeNodes } from './committee-data.ts';
import styles from './committee-page.module.css';
import { CommitteePage } from './committee-page.tsx';
import { PeopleGrid } from './people-grid.tsx';

export function PastCommittee({ year, years }: { year: Committee; years: Committee[] }) {
  const settings = useSettings();
  const siteUrl = useSiteUrl();
  const { label, path, from, to, posts, imageUrl } = year;
  const title = `Committee ${label}`;
  const names = posts.map(({ name, position }) => `${name} (${position})`).join(', ');
  return (
    <CommitteePage title={title} span={spanText(from, to)} years={years} current={label}>
      <PageMeta title={title} description={names.slice(0, 300)} path={path} imageUrl={imageUrl} />
      <StructuredData nodes={committeeNodes(settings, siteUrl, { title, path, people: posts, span: { from, to } })} />
      {imageUrl && (
        <div className={styles.picture}>
          <Picture
            picture={year}
            fallback={settings.defaultAvatarImage}
            standIn={{ id: year.id }}
            alt=""
            shape="wide"
            sizes="min(73.5rem, calc(100vw - 2rem))"
            isEager="first"
          />
        </div>
      )}
      {posts.length > 0 ? <PeopleGrid people={posts} /> : <EmptyBlock title="No names are kept of this year." />}
    </CommitteePage>
  );
}

/** 'Sep 1, 2024 – Aug 31, 2025' */
function spanText(from: string, to: string): string {
  return eventTimeText({ eventDate: `${from}T00:00:00`, endDate: `${to}T00:00:00`, isAllDay: true });
}
