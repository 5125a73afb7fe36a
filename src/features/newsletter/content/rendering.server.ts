/** Renders newsletters: an article, a digest or a note becomes the text of its issue, the same for all subscribers. */
import { getArticle, guessArticleLanguage } from '#features/articles/reading.server.ts';
import { readMailSite } from '#features/settings/published-privacy-page.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import { withCopies } from '#features/uploads/copies/showing-copies.server.ts';
import { findMailPictures } from '#features/uploads/mail-pictures.server.ts';
import { findPictureInfos } from '#features/uploads/pictures.server.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { shownImageUrl } from '#shared/item-picture.ts';
import type { IssueContent } from './digests/digest.ts';
import { type RenderedIssue, renderDigestOrNote } from './digests/digest-mail.server.ts';
import type { IssueText } from './issue-texts.server.ts';
import { cachedMailContent } from './mail-content.server.ts';
import { pictureUrlsIn } from './mail-html.server.ts';
import { composeNewsletter } from './newsletter-mail.ts';

/** With the mail's frame less than 100 kB: Gmail hides the end of a mail from 102 kB on, and with it the way to unsubscribe. */
const mostContentBytes = 90_000;

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

/** As of now, with placeholders for personal links. @throws NotFound when there is no such article */
export async function renderIssue(
  context: Context,
  of: { articleId: number } | { content: IssueContent },
): Promise<RenderedIssue> {
  if ('content' in of) return renderDigestOrNote(context, of.content);
  return { ...(await renderArticle(context, of.articleId)), things: [], leftOut: [] };
}

async function renderArticle({ db, config }: Context, articleId: number): Promise<IssueText> {
  const article = await getArticle(db, articleId);
  const { siteUrl } = config;
  const { textLanguage } = await getSettings(db, config);
  const html = await withCopies(db, article.content);
  const imageUrl = await shownUrlOf(db, article.imageUrl);
  const pictures = await findMailPictures(db, [imageUrl ?? '', ...pictureUrlsIn(html)]);
  return composeNewsletter({
    title: article.title,
    description: article.description,
    imageUrl,
    imageAlt: article.imageAlt,
    lang: article.lang ?? guessArticleLanguage(article) ?? textLanguage,
    pictures,
    ...(await cachedMailContent({ html, siteUrl, pictures, mostBytes: mostContentBytes })),
    articleLink: `${siteUrl}/articles/${articleId}`,
    site: await readMailSite(db, config),
  });
}

async function shownUrlOf(db: Db, imageUrl: string | null): Promise<string | null> {
  const image = (await findPictureInfos(db, [imageUrl])).get(imageUrl ?? '') ?? null;
  return shownImageUrl({ imageUrl, image });
}
