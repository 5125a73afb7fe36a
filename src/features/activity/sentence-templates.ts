/** The sentences of actions that belong to no kind. */
import type { Detail, Sentence as Template } from '#features/items/kind.ts';
import type { IssueVerb, SiteAction } from '#shared/audit-action.ts';
import { longDate } from '#shared/dates.ts';
import { pluralise } from '#shared/text.ts';

/** Actions that belong to no kind, in words that follow a name: 'anna' + 'invited ben'. `{}` is the thing's name. */
export const sentenceTemplates: Readonly<Record<Exclude<SiteAction, `issue.${IssueVerb}`>, Template>> = {
  'newsletter.send': sendingSentence,
  'newsletter.test': 'sent themselves a test of the newsletter about “{}”',
  'newsletter.pause': 'paused the newsletter about “{}”',
  'newsletter.resume': 'resumed the newsletter about “{}”',
  'newsletter.cancel': 'cancelled the newsletter about “{}”',
  'newsletter.undo': 'undid the newsletter about “{}” before it was sent',
  'newsletter.retry': 'sent the newsletter about “{}” again where it had failed',
  'newsletter.resend': 'sent the newsletter about “{}” again where delivery was not confirmed',
  'newsletter.withdraw': 'withdrew the page of the newsletter about “{}”',
  'newsletter.show': 'put the page of the newsletter about “{}” back on the site',
  'newsletter.export': 'exported who got the newsletter about “{}”',
  'newsletter.thin': ({ things, fewest }) =>
    `sent no digest: ${typeof things === 'number' ? pluralise(things, 'new thing') : 'too little'} of ${String(fewest)}`,
  'issue.create': 'started the newsletter “{}”',
  'issue.delete': ({ title, kind }) =>
    `deleted the ${nameOr(kind, 'newsletter')} “${String(title)}”, which was not sent`,
  'issue.schedule': 'scheduled the newsletter “{}”',
  'issue.stop': 'unscheduled the newsletter “{}”',
  'newsletter.send-kept': ({ mails }) => `sent ${emailsText(mails)} that waited for a mail server`,
  'newsletter.discard-kept': ({ mails }) => `discarded ${emailsText(mails)} that waited for a mail server`,
  'subscriber.add': 'asked an address to subscribe to the newsletter',
  'subscriber.remove': 'unsubscribed an address from the newsletter',
  'subscriber.lift': 'lifted the suppression of an address',
  'subscriber.erase': 'erased a subscriber',
  'subscriber.export': 'exported the newsletter list',
  'subscriber.import': ({ added }) =>
    `imported ${typeof added === 'number' ? pluralise(added, 'new subscriber') : 'subscribers'}`,
  'subscriber.confirm': 'confirmed a subscription to the newsletter',
  'subscriber.unsubscribe': 'unsubscribed from the newsletter',
  'subscriber.suppress': 'stopped writing to an address that refuses email',
  'subscriber.keep': 'kept bounced addresses on the newsletter list',
  'subscriber.resubscribe': 'subscribed to the newsletter again',
  'subscriber.choose': 'chose which newsletters to get',
  'bounce.ours': ({ words }) => `was told that an email was refused: “${String(words)}”`,
  'bounce.unread': ({ words }) => `got a notice about an email that could not be read: “${String(words)}”`,
  'administrator.create': 'made {} an administrator on the command line',
  'administrator.invite': ({ username }) => `invited ${nameOr(username, 'a new administrator')}`,
  'administrator.withdraw': ({ username }) => `withdrew the link for ${nameOr(username, 'an administrator')}`,
  'administrator.join': 'accepted an invitation and joined',
  'administrator.deactivate': 'deactivated {}',
  'administrator.reactivate': 'reactivated {}',
  'administrator.erase': 'erased the name and the address of a former administrator',
  'administrator.sign-out': 'signed {} out everywhere',
  'administrator.reset-link': 'made a link for {} to choose a new password',
  'administrator.factor-link': 'made a link that removes the second factor of {}',
  'administrator.reset': 'gave {} a new password on the command line',
  'administrator.reset-factor': 'removed the second factor of {} on the command line',
  'administrator.object': 'said “This was not me” and undid a change',
  'account.forgotten': 'asked for a link to choose a new password on the sign-in page',
  'account.reset': 'chose a new password by a link',
  'account.password': 'changed their password',
  'account.update': 'changed their username or email address',
  'account.add-app': 'set up an authenticator app as second factor',
  'account.remove-app': 'removed their authenticator app',
  'account.add-passkey': 'added a passkey',
  'account.remove-passkey': 'removed a passkey',
  'account.new-codes': 'made new recovery codes',
  'account.reset-factor': 'had their second factor removed by a link',
  'account.use-code': 'used a recovery code to sign in',
  'session.open': 'signed in',
  'session.close': 'signed out',
  'session.refuse': ({ count }) => `failed to sign in as {} ${timesText(count)}`,
  'registration.add': 'added a guest to the event “{}”',
  'registration.change': 'changed a guest of the event “{}”',
  'registration.move': 'moved a guest of the event “{}” between the list and the waiting list',
  'registration.remove': 'removed a guest from the list of the event “{}”',
  'registration.present': ({ isPresent }) =>
    isPresent === false ? 'undid the check-in of a guest of the event “{}”' : 'checked in a guest of the event “{}”',
  'registration.message': ({ count }) =>
    `wrote to ${typeof count === 'number' ? pluralise(count, 'guest') : 'guests'} of the event “{}”`,
  'registration.export': 'exported the guests of the event “{}”',
  'import.finish': ({ articles, pages }) =>
    `imported ${pluralise(Number(articles), 'article')} and ${pluralise(Number(pages), 'page')} of another site`,
  'import.undo': ({ items }) => `undid an import of ${pluralise(Number(items), 'item')}`,
  'upload.sweep': ({ pictures }) =>
    typeof pictures === 'number'
      ? `removed ${pluralise(pictures, 'picture')} that were no longer used`
      : 'removed files that belonged to no picture',
  'backup.download': 'downloaded a backup of the site',
  'backup.restore': ({ madeAt }) =>
    typeof madeAt === 'string'
      ? `was restored from the backup of ${longDate(madeAt, 'UTC')}`
      : 'was restored from a backup',
  'links.rotate': 'renewed the keys of its links, on the command line',
  'person.export': 'looked up what is kept about one person',
  'person.erase': 'erased what was kept about one person',
  'person.allow-emails': 'allowed our forms to write to an address again',
  'site.export': 'exported everything on the site as files',
  'settings.update': 'changed the settings of the site',
  'settings.revert': 'restored earlier settings of the site',
};

/** Says what was asked for, which stays true if it is undone, cancelled or kept in the outbox. */
function sendingSentence({ queued, audience, endedWait }: Detail): string {
  const count = typeof queued === 'number' ? queued : null;
  if (endedWait === true)
    return `sent the newsletter about “{}” without waiting${count ? `, to ${pluralise(count, 'subscriber')} more` : ''}`;
  const asked = 'asked to send the newsletter about “{}”';
  if (count === null) return asked;
  if (audience === 0) return `${asked}: there was no one to send it to, so no one was emailed`;
  return count === 0
    ? 'sent no newsletter about “{}”: every subscriber has had it'
    : `${asked} to ${pluralise(count, 'subscriber')}`;
}

function emailsText(count: unknown): string {
  return typeof count === 'number' ? pluralise(count, 'email') : 'emails';
}

function timesText(count: unknown): string {
  return typeof count === 'number' && count > 1 ? `${count} times` : 'once';
}

function nameOr(name: unknown, otherwise: string): string {
  return typeof name === 'string' && name ? name : otherwise;
}
