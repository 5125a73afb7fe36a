/** The welcome mail: once for each address, even when it subscribes again after leaving or being erased. */
import { thingBlockHtml } from '#features/newsletter/content/digests/digest-mail.server.ts';
import {
  listComingEvents,
  listNewestArticles,
  readDigestThings,
} from '#features/newsletter/content/digests/digest-things.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { enqueueEmail } from '#platform/mail/queue/enqueue-email.ts';
import { addressHashOf, rememberHash } from '#platform/mail/remembered-addresses.ts';
import { eventTimeText } from '#shared/dates.ts';
import { linkParagraphHtml } from '#shared/mail/mail-layout.ts';
import type { Welcome } from './compose-subscriber-email.ts';

type Context = Pick<AppContext, 'db' | 'config'>;
/** Must run in the transaction that confirms. */
export async function welcomeOnce(
  { db: trx, config }: Context,
  { subscriberId, emailKey, now }: { subscriberId: number; emailKey: string; now: Date },
): Promise<void> {
  if (!(await getSettings(trx, config)).welcomeMail) return;
  const isFirst = await rememberHash(trx, 'welcomed', await addressHashOf(trx, emailKey));
  if (isFirst) await enqueueEmail(trx, { kind: 'welcome', to: { subscriberId } }, now);
}

/** The text of the settings, the newest article, the next event and the calendar. */
export async function readWelcomeContent({ db, config }: Context, now: Date): Promise<Welcome> {
  const { siteUrl } = config;
  const { welcomeText, timeZone, textLanguage } = await getSettings(db, config);
  const articles = await listNewestArticles(db, new Date(0).toISOString(), 1);
  const [event] = await listComingEvents(db, { now, limit: 1 });
  const read = await readDigestThings(db, [...articles, ...(event ? [event] : [])], { timeZone, now });
  const named = read.map((thing) => ({
    ...thing,
    title: `${thing.kind === 'article' ? 'Newest article' : 'Next event'}: ${thing.title}`,
  }));
  const blocks = await Promise.all(named.map((thing) => thingBlockHtml(db, thing, { siteUrl, textLanguage })));
  const calendar = { label: 'Calendar of all events', link: `${siteUrl}/events.ics` };
  return {
    paragraphs: welcomeText.split('\n').filter((line) => line.trim()),
    links: [
      ...named.map(({ kind, id, title }) => ({
        label: kind === 'event' && event ? `${title}, ${eventTimeText(event)}` : title,
        link: `${siteUrl}/${kind}s/${id}`,
      })),
      calendar,
    ],
    block: [...blocks, linkParagraphHtml(calendar)].join('\n'),
  };
}
