/**
 * The texts of the demo content: `texts/demo.json`, and beside it the bodies of the articles as the editor saves them, with
 * picture names in place of addresses. Days count from today, times are in the site's zone.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Appended to each, so that no one mistakes it for the society's own. */
const closing =
  '<p><em>This article is demo content that came with the site. It is there to show what an article looks like; an administrator can edit or delete it.</em></p>';
const ofEvent = 'This is a demo event that came with the site; no one will be there.';
const ofMember = 'This is a demo profile, not a real person.';

export async function readDemoTexts() {
  const { articles, events, members } = (await import('./texts/demo.json', { with: { type: 'json' } })).default;
  const read = (name: string) => readFile(join(import.meta.dirname, `texts/${name}.html`), 'utf8');
  const contents = await Promise.all(articles.map(({ name }) => read(name)));
  return {
    articles: articles.map((article, at) => ({ ...article, content: contents[at]?.trimEnd() + closing })),
    events: events.map((event) => ({ ...event, description: `${event.description}\n${ofEvent}` })),
    members: members.map((member) => ({ ...member, bio: `${member.bio}\n${ofMember}` })),
  };
}
