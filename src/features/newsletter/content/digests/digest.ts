import { longDate } from '#shared/dates.ts';

/** The content of a digest or note, and which parts a subscriber does not get because they have had them. */

export type Thing = { kind: 'article' | 'event'; id: number };

export type IssueContent = {
  title: string;
  /** HTML: the top of a digest, or a whole note. */
  note: string;
  things: Thing[];
  /** Things that an administrator removed: no later digest suggests them again. */
  removed?: Thing[];
  composedAt: string;
  /** When it is to go out, as its suggested title says; when it was composed unless given. */
  titledFor?: string;
  isAutomatic: boolean;
};

/** `bytes` of HTML: Gmail hides the rest, and with it the way to unsubscribe. */
export const digestLimits = { title: 200, things: 200, bytes: 102_000 } as const;

export const issueDraftMessages = {
  titleMissing: 'Please enter a title',
  noteMissing: 'Please write something',
  nothingInIt: 'This digest is empty. Add an article or an event.',
  tooLong:
    'This is too long for an email: Gmail would hide the unsubscribe link. Shorten it, or send it as an article.',
  tooMany: `A digest holds at most ${digestLimits.things} articles and events.`,
  changed: 'Someone else changed or stopped this newsletter. Please check it before you go on.',
  notADraft: 'This newsletter is no longer a draft.',
  stopped: 'No email was sent. It is a draft again.',
  cancelled: 'Stopped. Subscribers who have not had it yet will not get it.',
  deleted: 'The draft is deleted.',
  nothingNew: 'Had all of it already',
} as const;

/** What the site suggests, in English. */
export function digestTitle(goesOutAt: string, timeZone: string): string {
  return `What is new, ${longDate(goesOutAt, timeZone)}`;
}

/** Of the title of a newsletter: what the site suggests is in English, whatever the language of the society's texts. */
export function titleLanguage(title: string): string | undefined {
  return /^What is new, [A-Z][a-z]+ \d+, \d{4}$/.test(title) ? 'en' : undefined;
}

/** Whether its writer has kept the title that the site suggested. */
export function isTitleSuggested(
  { title, composedAt, titledFor = composedAt }: IssueContent,
  timeZone: string,
): boolean {
  return title === digestTitle(titledFor, timeZone);
}

/** A suggested title follows the day on which the digest goes out; one that was typed stays. */
export function withTitleFor(goesOutAt: string, content: IssueContent, timeZone: string): IssueContent {
  if (!isTitleSuggested(content, timeZone)) return content;
  return { ...content, title: digestTitle(goesOutAt, timeZone), titledFor: goesOutAt };
}

export function keyOfThing({ kind, id }: Thing): string {
  return `${kind}-${id}`;
}

/** Surrounds each thing in a stored issue; the headings of articles and of events have the id 0. */
export function markThing(thing: Thing, html: string): string {
  return `<!--${keyOfThing(thing)}-->${html}<!--/${keyOfThing(thing)}-->`;
}

/** Changes the HTML of each thing and heading. */
export function changeThings(body: string, change: (name: string, html: string) => string): string {
  // bounded: markThing() closes each mark
  const things = /<!--((?:article|event)-\d+)-->([^]*?)<!--\/\1-->/g;
  return body.replace(things, (_, name: string, html: string) => change(name, html));
}

/** What is left with only these things. A body without marks stays as it is. */
export function withOnlyThings(body: string, names: readonly string[]): string {
  const kept = new Set([...names, ...names.map((name) => `${name.split('-')[0]}-0`)]);
  return changeThings(body, (name, html) => (kept.has(name) ? html : ''));
}
