import { activitySentenceOf, type Detail, type Kind, type Sentence as Template } from '#features/items/kind.ts';
import { sentenceTemplates } from './sentence-templates.ts';

/** A sentence around the name of the thing: 'published the article “' … '”'. Without a name `after` is null. */
export type Sentence = { before: string; after: string | null };

/** A Map: rows of another version may have any action, even 'constructor'. */
const templatesByAction: ReadonlyMap<string, Template> = new Map(Object.entries(sentenceTemplates));

/** The words for a thing whose name is no longer known. */
const nameless: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  registration: { 'the event “{}”': 'an event' },
  newsletter: { ' about “{}”': '' },
  issue: { ' “{}”': '' },
  administrator: { '{}': 'an administrator' },
  session: { ' as {}': '' },
};

/** `thingKind`: of an issue, 'digest' or 'note'. */
type Done = { action: string; detail: Detail; name: string | null; thingKind?: string | undefined };

/** An action of another version has no template. */
export function activitySentence(
  kinds: readonly Kind[],
  { action, detail, name, thingKind = 'newsletter' }: Done,
): Sentence {
  const [noun = '', verb = ''] = action.split('.');
  const kind = kinds.find((one) => one.noun === noun);
  // An issue without an article has its own name.
  const isIssue = noun === 'issue';
  const told = isIssue && !templatesByAction.has(action) ? `newsletter.${verb}` : action;
  const template = kind ? activitySentenceOf(kind, verb) : (templatesByAction.get(told) ?? 'made a change');
  let words = typeof template === 'string' ? template : template(detail);
  if (isIssue) words = words.replace(/newsletter(?: about)? “\{\}”/, `${thingKind} “{}”`);
  if (name === null)
    for (const [part, replacement] of Object.entries(kind?.activity.nameless ?? nameless[noun] ?? {}))
      words = words.replace(part, replacement);
  const [before = '', after = null] = words.split('{}');
  return { before, after };
}

export function doerWithoutAccount(action: string): string {
  if (action === 'session.refuse') return 'Someone';
  return nounOfAction(action) === 'subscriber' && action !== 'subscriber.suppress' ? 'A visitor' : 'The site';
}

export function nounOfAction(action: string): string {
  return action.split('.')[0] ?? '';
}
