/** An article's newsletter before anybody gets it: to be looked at. */
import { getArticle } from '#features/articles/articles.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { dayInWords } from '#shared/instants.ts';
import { getIssue, type IssueText, renderArticle } from '../issue-texts.server.ts';
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
 * What went out, as this reader would have got it.
 * @throws NotFound
 */
export async function previewIssue(
  context: Context,
  { articleId, issueId }: { articleId: number; issueId: number },
  email: string,
) {
  return asReadBy(context, await getIssue(context.db, { articleId, issueId }), email);
}

async function asReadBy({ db, config, clock }: Context, { subject, html, text }: IssueText, email: string) {
  const links = await linksOf(db, config.siteUrl);
  const { timeZone } = await getSettings(db, config);
  const since = dayInWords(clock.now().toISOString(), timeZone);
  const { unsubscribe: unsubscribeLink, choices: choicesLink } = links.ownLinks(email);
  return { subject, ...personalise({ html, text }, { unsubscribeLink, choicesLink, since }) };
}
