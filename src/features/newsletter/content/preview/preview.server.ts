/** Previews of newsletters. */
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { longDate } from '#shared/dates.ts';
import { withAllThingsShown } from '../digests/digest.ts';
import { getIssue, type IssueText, parseIssueContent } from '../issue-texts.server.ts';
import { createNewsletterLinks } from '../newsletter-links.server.ts';
import { type MailBody, personalise, withoutPageLink } from '../newsletter-mail.ts';
import { renderIssue } from '../rendering.server.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

/** An article as it is now, or an issue. */
export type Previewed = { articleId: number } | { issueId: number };

/**
 * The mail as the subscriber with this address would get it: from the article as it is now, even a draft; or from an issue as sent,
 * or as it would be sent while it is a draft. Its 'Read in the browser' leads to all newsletters.
 * @throws NotFound
 */
export async function previewMail(
  { db, config, clock }: Context,
  previewed: Previewed,
  email: string,
  change: (body: MailBody) => MailBody = (body) => body,
) {
  const { subject, ...body } =
    'articleId' in previewed
      ? await renderIssue({ db, config, clock }, previewed)
      : await textOf({ db, config, clock }, await getIssue(db, previewed.issueId));
  const links = await createNewsletterLinks(db, config.siteUrl);
  const { timeZone } = await getSettings(db, config);
  const since = longDate(clock.now().toISOString(), timeZone);
  const page = `${config.siteUrl}/newsletters`;
  return { subject, ...personalise(change(body), { ...links.ownLinks(email), page, since }) };
}

async function textOf(context: Context, issue: Awaited<ReturnType<typeof getIssue>>): Promise<IssueText> {
  const content = parseIssueContent(issue);
  const { subject, ...body } = issue.state === 'draft' ? await renderIssue(context, { content }) : issue;
  const { html, text } = issue.state === 'draft' && !issue.isArchived ? withoutPageLink(body) : body;
  return { subject, html: withAllThingsShown(html, content), text: withAllThingsShown(text, content) };
}
