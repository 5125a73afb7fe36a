/** An article's newsletter before anyone gets it: to be looked at. */
import { getArticle } from '#features/articles/articles.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { dayInWords } from '#shared/instants.ts';
import { whole } from '../digests/digest.ts';
import { renderIssue } from '../digests/digest-mail.server.ts';
import { contentOf, getIssue, type IssueText, renderArticle } from '../issue-texts.server.ts';
import { linksOf } from '../links.server.ts';
import { personalise } from '../newsletter-mail.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

/**
 * As the reader with this address would get it; also of a draft.
 * @throws NotFound
 */
export async function previewNewsletter({ db, config, clock }: Context, articleId: number, email: string) {
  const article = await getArticle(db, articleId);
  return asReadBy({ db, config, clock }, await renderArticle({ db, config }, article), email);
}

/**
 * What went out, as this reader would have got it; of a draft what would go out now.
 * @throws NotFound
 */
export async function previewIssue(
  context: Context,
  { articleId, issueId }: { articleId: number; issueId: number },
  email: string,
) {
  const issue = await getIssue(context.db, { articleId, issueId });
  const text = issue.state === 'draft' ? await renderIssue(context, contentOf(issue)) : issue;
  const content = contentOf(issue);
  const body = { html: whole(text.html, content), text: whole(text.text, content) };
  return asReadBy(context, { subject: text.subject, ...body }, email);
}

/** What was never sent has no page yet: then the link leads to all of them. */
async function asReadBy(
  { db, config, clock }: Context,
  { subject, html, text, id }: IssueText & { id?: number },
  email: string,
) {
  const links = await linksOf(db, config.siteUrl);
  const pageLink = id === undefined ? links.archive : links.issue(id);
  const { timeZone } = await getSettings(db, config);
  const since = dayInWords(clock.now().toISOString(), timeZone);
  const { unsubscribe: unsubscribeLink, choices: choicesLink } = links.ownLinks(email);
  return { subject, ...personalise({ html, text }, { unsubscribeLink, choicesLink, pageLink, since }) };
}
