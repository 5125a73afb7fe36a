/** Writes an article as the text of its issue, the same for all subscribers; and a newsletter as one of them would get it. */
import { getArticle, guessArticleLanguage } from '#features/articles/reading.server.ts';
import { readMailSite } from '#features/settings/published-privacy-page.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import { withCopies } from '#features/uploads/copies/showing-copies.server.ts';
import { findMailPictures } from '#features/uploads/mail-pictures.server.ts';
import { findPictureInfos } from '#features/uploads/pictures.server.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { longDate } from '#shared/dates.ts';
import { shownImageUrl } from '#shared/item-picture.ts';
import { absoluteLink, escapeHtml, mailButtonHtml, mailHeadingHtml } from '#shared/mail/mail-layout.ts';
import { hasItalics } from '#shared/text.ts';
import { type IssueContent, keyOfThing, withOnlyThings } from './digests/digest.ts';
import { renderDigestOrNote } from './digests/digest-mail.server.ts';
import { getIssue, type IssueText, parseIssueContent } from './issue-texts.server.ts';
import { cachedMailContent } from './mail-content.server.ts';
import { pictureUrlsIn } from './mail-html.server.ts';
import { createNewsletterLinks } from './newsletter-links.server.ts';
import {
  frameNewsletter,
  inLanguage,
  type MailBody,
  type MailPictures,
  personalise,
  pictureSizeInMail,
  shortenedLabel,
  widestInMail,
  withoutPageLink,
} from './newsletter-mail.ts';

/** With the mail's frame less than 100 kB: Gmail hides the end of a mail from 102 kB on, and with it the way to unsubscribe. */
const mostContentBytes = 90_000;

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

/** As of now, with placeholders for personal links. @throws NotFound when there is no such article */
export async function renderArticle({ db, config }: Context, articleId: number): Promise<IssueText> {
  const article = await getArticle(db, articleId);
  const { title, description, imageAlt } = article;
  const { siteUrl } = config;
  const { textLanguage } = await getSettings(db, config);
  const lang = article.lang ?? guessArticleLanguage(article) ?? textLanguage;
  const html = await withCopies(db, article.content);
  const imageUrl = await shownUrlOf(db, article.imageUrl);
  const pictures = await findMailPictures(db, [imageUrl ?? '', ...pictureUrlsIn(html)]);
  const content = await cachedMailContent({ html, siteUrl, pictures, mostBytes: mostContentBytes });
  const slant = hasItalics(lang) ? 'font-style:italic;' : '';
  const parts = [
    mailHeadingHtml(title),
    `<p dir="auto" class="muted" style="margin:0 0 20px;${slant}color:#5a6353;">${escapeHtml(description)}</p>`,
    imageUrl ? leadPicture(imageUrl, imageAlt, { pictures, siteUrl }) : '',
    content.contentHtml,
  ];
  const label = content.isShortened ? shortenedLabel : 'Read it on our website';
  const link = `${siteUrl}/articles/${articleId}`;
  return frameNewsletter({
    title,
    site: await readMailSite(db, config),
    preview: escapeHtml(description),
    // The rest of the mail is in English.
    html: [...inLanguage(lang, parts), mailButtonHtml(label, link)],
    text: ['', description, '', content.contentText, '', `${label}: ${link}`],
  });
}

type Shown = { pictures: MailPictures; siteUrl: string };

function leadPicture(imageUrl: string, imageAlt: string, { pictures, siteUrl }: Shown): string {
  const known = pictures.get(imageUrl);
  const source = absoluteLink(known?.url ?? imageUrl, siteUrl);
  if (!source?.startsWith('http')) return '';
  const { width, height } = known ? pictureSizeInMail(known, known.width) : { width: widestInMail, height: 0 };
  const reserved = height > 0 ? ` height="${height}"` : '';
  return `<img src="${escapeHtml(source)}" alt="${escapeHtml(imageAlt)}" width="${width}"${reserved} style="display:block;width:100%;max-width:${width}px;height:auto;border:0;border-radius:6px;margin:0 0 20px;">`;
}

async function shownUrlOf(db: Db, imageUrl: string | null): Promise<string | null> {
  const image = (await findPictureInfos(db, [imageUrl])).get(imageUrl ?? '') ?? null;
  return shownImageUrl({ imageUrl, image });
}

/** An article as it is now, or an issue. */
export type Previewed = { articleId: number } | { issueId: number };

/**
 * The mail as the subscriber with this address would get it: from the article as it is now, even a draft; or from an issue as sent,
 * or as it would be sent while it is a draft. Until it is sent, its 'Read in the browser' leads to all newsletters.
 * @throws NotFound
 */
export async function previewMail(
  context: Context,
  previewed: Previewed,
  email: string,
  change: (body: MailBody) => MailBody = (body) => body,
) {
  const { db, config, clock } = context;
  const { subject, path, ...body } =
    'articleId' in previewed
      ? { ...(await renderArticle(context, previewed.articleId)), path: allNewsletters }
      : await textOfIssue(context, previewed.issueId);
  const links = await createNewsletterLinks(db, config.siteUrl);
  const { timeZone } = await getSettings(db, config);
  const since = longDate(clock.now().toISOString(), timeZone);
  return { subject, ...personalise(change(body), { ...links.ownLinks(email), page: config.siteUrl + path, since }) };
}

const allNewsletters = '/newsletters';

/** With all its things, and the path of its page. */
async function textOfIssue(context: Context, issueId: number): Promise<IssueText & { path: string }> {
  const issue = await getIssue(context.db, issueId);
  const content = parseIssueContent(issue);
  const { things = [] } = content as Partial<IssueContent>;
  const isDraft = issue.state === 'draft';
  const { subject, ...body } = isDraft ? await renderDigestOrNote(context, content) : issue;
  const { html, text } = isDraft && !issue.isArchived ? withoutPageLink(body) : body;
  const shown = (words: string) => withOnlyThings(words, things.map(keyOfThing));
  const path = isDraft ? allNewsletters : `${allNewsletters}/${issueId}`;
  return { subject, path, html: shown(html), text: shown(text) };
}
