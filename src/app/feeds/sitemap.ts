/** All public pages, with the last change and the picture of each. */
import { listArticlesForSitemap } from '#features/articles/reading.server.ts';
import { committeePath, pathOfCommittee } from '#features/committees/committee.ts';
import { listCommitteeRows } from '#features/committees/committees.server.ts';
import { listEventsForSitemap } from '#features/events/event-lists.server.ts';
import { listArchivedIssues } from '#features/newsletter/archive/archive.server.ts';
import { listPublishedPages } from '#features/pages/pages.server.ts';
import { settingsLastChangedAt } from '#features/settings/settings.server.ts';
import { findPictureInfos } from '#features/uploads/pictures.server.ts';
import type { AppContext } from '#platform/context.ts';
import { isElsewhere, pictureUrl, shownImageUrl } from '#shared/item-picture.ts';
import { xmlDeclaration, xmlElement } from './xml.ts';

type Place = { path: string; updatedAt: string | null; imageUrl?: string | null };

/** Pictures of a bucket, or copies; without more parameters than a statement may have. */
const mostElsewhere = 10_000;

const namespaces = [
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
].join(' ');

export async function sitemapXml({ db, config }: Pick<AppContext, 'db' | 'config'>): Promise<string> {
  const articles = await listArticlesForSitemap(db);
  const events = await listEventsForSitemap(db);
  const members = await db
    .selectFrom('members')
    .select((select) => select.fn.max('updatedAt').as('updatedAt'))
    .where('deletedAt', 'is', null)
    .where('isActive', '=', true)
    .executeTakeFirst();
  const pages = await listPublishedPages(db);
  const years = await listCommitteeRows(db);
  const newsletters = await listArchivedIssues(db);
  const settings = await settingsLastChangedAt(db);
  const latest = {
    articles: latestOf(articles),
    events: latestOf(events),
    members: members?.updatedAt ?? null,
  };
  const places: Place[] = [
    { path: '/', updatedAt: later(settings, latest.articles, latest.events, latest.members) },
    { path: '/about', updatedAt: later(settings, latest.members) },
    { path: '/articles', updatedAt: latest.articles },
    { path: '/events', updatedAt: latest.events },
    ...articles.map(({ id, ...row }) => ({ path: `/articles/${id}`, ...row })),
    ...events.map(({ id, ...row }) => ({ path: `/events/${id}`, ...row })),
    ...pages,
    ...(years.length > 0 ? [{ path: committeePath, updatedAt: later(latest.members, latestOf(years)) }] : []),
    ...years.map(({ label, updatedAt, imageUrl }) => ({ path: pathOfCommittee(label), updatedAt, imageUrl })),
    ...(newsletters[0] ? [{ path: '/newsletters', updatedAt: newsletters[0].sentAt }] : []),
    ...newsletters.map(({ id, sentAt }) => ({ path: `/newsletters/${id}`, updatedAt: sentAt })),
  ];
  const elsewhere = places.flatMap(({ imageUrl }) => (imageUrl && isElsewhere(imageUrl) ? [imageUrl] : []));
  const pictures = await findPictureInfos(db, elsewhere.slice(0, mostElsewhere));
  const shown = (imageUrl: string | null) => shownImageUrl({ imageUrl, image: pictures.get(imageUrl ?? '') ?? null });
  const urls = places
    .map(({ imageUrl = null, ...place }) => urlOf({ ...place, imageUrl: shown(imageUrl) }, config.siteUrl))
    .join('');
  return `${xmlDeclaration}<urlset ${namespaces}>${urls}</urlset>`;
}

function urlOf({ path, updatedAt, imageUrl }: Place, siteUrl: string): string {
  const parts = [
    xmlElement('loc', siteUrl + path),
    updatedAt ? xmlElement('lastmod', updatedAt) : '',
    imageUrl ? `<image:image>${xmlElement('image:loc', pictureUrl(imageUrl, siteUrl))}</image:image>` : '',
  ];
  return `<url>${parts.join('')}</url>`;
}

function latestOf(rows: { updatedAt: string }[]): string | null {
  return later(...rows.map(({ updatedAt }) => updatedAt));
}

function later(...instants: (string | null)[]): string | null {
  return instants.reduce((last, instant) => (instant !== null && instant > (last ?? '') ? instant : last), null);
}
