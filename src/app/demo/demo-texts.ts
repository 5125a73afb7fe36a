/** The texts of the demo content: `texts/demo.json`, and the articles beside it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Its body is `texts/{name}.html` as the editor saves it, with picture names in place of addresses. */
type DemoArticle = {
  name: string;
  title: string;
  description: string;
  /** The name of the picture, and its alternative text. */
  picture: string;
  imageAlt: string;
  daysAgo: number;
  isFeatured?: true;
};

type DemoEvent = {
  title: string;
  description: string;
  location: string;
  /** Days from today, negative for the past. */
  inDays: number;
  /** HH:MM in the site's time zone. */
  time: string;
  picture: string | null;
  /** The end: days after the first day (0 for the same day), and its time. */
  end?: { afterDays: number; time: string };
  /** Why it is cancelled. */
  cancelled?: string;
  signup?: { capacity: number; maxPlaces: number; questions: string };
  address?: string;
  onlineUrl?: string;
  ticketUrl?: string;
};

type DemoMember = { name: string; position: string; bio: string };
type DemoTexts = {
  articles: (DemoArticle & { content: string })[];
  events: DemoEvent[];
  members: DemoMember[];
};

/** Appended to each, so that no one mistakes it for the society's own. */
const closing =
  '<p><em>This article is demo content that came with the site. It is there to show what an article looks like; an administrator can edit or delete it.</em></p>';
const ofEvent = 'This is a demo event that came with the site; no one will be there.';
const ofMember = 'This is a demo profile, not a real person.';

export async function readDemoTexts(): Promise<DemoTexts> {
  const read = (name: string) => readFile(join(import.meta.dirname, name), 'utf8');
  const { articles, events, members } = JSON.parse(await read('texts/demo.json')) as DemoTexts;
  const contents = await Promise.all(articles.map(({ name }) => read(`texts/${name}.html`)));
  return {
    articles: articles.map((article, at) => ({ ...article, content: contents[at]?.trimEnd() + closing })),
    events: events.map((event) => ({ ...event, description: `${event.description}\n${ofEvent}` })),
    members: members.map((member) => ({ ...member, bio: `${member.bio}\n${ofMember}` })),
  };
}
