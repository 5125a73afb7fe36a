/** What a visitor of the old site could not read is not public here, however its program hides it. */
import { expect, test } from 'vitest';
import type { Article } from '#features/articles/article.schema.ts';
import type { Page } from '#features/pages/page.schema.ts';
import { importer, zipOf } from './support/imports.ts';
import { testApp } from './support/test-app.ts';

/** Where a visitor of the new site finds the word. */
async function shownOf(name: string, bytes: string | Uint8Array, query?: string) {
  await using app = await testApp();
  const imports = importer(app, await app.signIn());
  const planned = await imports.plan(name, bytes, query);
  const done = await imports.start(planned.id);
  const articles = (await app.json<Article[]>('GET', '/articles')).body;
  const whole = await Promise.all(articles.map(({ id }) => app.json<Article>('GET', `/articles/${id}`)));
  const listed = (await app.json<Page[]>('GET', '/pages')).body;
  const pages = await Promise.all(listed.map(({ id }) => app.json<Page>('GET', `/pages/${id}`)));
  const hidden = new Map(planned.plan?.items.map((item) => [item.title, item.hidden]));
  return { planned, done, hidden, text: JSON.stringify([...whole, ...pages].map(({ body }) => body)) };
}

const dated = 'date: 2020-01-02\n';

test('front matter that Hugo and Jekyll take for a draft', async () => {
  const fronts: Record<string, string> = {
    word: 'draft: "true"\n',
    yes: 'draft: yes\n',
    capital: 'Draft: true\n',
    unpublished: 'published: no\n',
    quoted: "published: 'false'\n",
    later: 'publishdate: 2099-01-01\n',
    future: 'published: 2099-01-01\n',
    over: 'expirydate: 2020-02-01\n',
    ended: 'unpublishdate: 2020-02-01\n',
    headless: 'headless: true\n',
    unbuilt: 'build:\n  render: never\n',
    unbuiltBefore: '_build:\n  render: false\n',
  };
  const files = Object.entries(fronts).map(([name, front]) => [
    `content/posts/${name}.md`,
    `---\ntitle: T-${name}\n${dated}${front}---\n\nSECRET-${name}\n`,
  ]);
  const { text, hidden } = await shownOf(
    'site.zip',
    await zipOf({
      ...Object.fromEntries(files),
      'content/json.md': '{\n  "title": "T-json",\n  "draft": true\n}\n\nSECRET-json\n',
      'content/open.md': '---\ntitle: T-open\ndraft: true\n\nSECRET-open\n',
      'content/blank.md': '\n---\ntitle: T-blank\ndraft: true\n---\n\nSECRET-blank\n',
      'content/posts/shown.md': `---\ntitle: Shown\n${dated}draft: false\npublished: true\n---\n\nShown text\n`,
    }),
  );
  expect([...text.matchAll(/SECRET-\w+/g)].map(([found]) => found)).toEqual([]);
  expect(text).toContain('Shown text');
  expect(hidden.get('Shown')).toBeNull();
  expect(hidden.get('T-headless')).toBe('not a page of its own');
});

test('notes that lie beside the posts', async () => {
  const { text } = await shownOf(
    'vault.zip',
    await zipOf({
      'todo.md': 'SECRET-todo',
      '.trash/old.md': `---\ntitle: Old\n${dated}---\n\nSECRET-trash\n`,
      'page.md': '---\ntitle: A page\n---\n\nA page that is shown\n',
    }),
  );
  expect(text).not.toContain('SECRET');
  expect(text).toContain('A page that is shown');
});

const item = (id: number, title: string, body: string, more = '', type = 'post', status = 'publish') =>
  `<item><title>${title}</title><link>https://old.example/${title}/</link><content:encoded><![CDATA[${body}]]></content:encoded><wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2020-01-01 00:00:00</wp:post_date_gmt><wp:status>${status}</wp:status><wp:post_type>${type}</wp:post_type>${more}</item>`;
const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
const wxr = (...items: string[]) =>
  `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:base_blog_url>https://old.example</wp:base_blog_url>${items.join('')}</channel></rss>`;

test('parts of a WordPress post that only some could read', async () => {
  const { text, hidden } = await shownOf(
    'wp.xml',
    wxr(
      item(1, 'Draft block', '<!-- wp:block {"ref":11} /--><p>Shown one</p>'),
      item(2, 'Binned block', '<!-- wp:block {"ref":12} /--><p>Shown two</p>'),
      item(3, 'Locked block', '<!-- wp:block {"ref":13} /--><p>Shown three</p>'),
      item(4, 'Shortcode', '[members_only]SECRET-shortcode[/members_only]'),
      item(
        5,
        'Switched off',
        '<!-- wp:paragraph {"metadata":{"blockVisibility":false}} --><p>SECRET-off</p><!-- /wp:paragraph -->',
      ),
      item(
        6,
        'Paid',
        '<!-- wp:premium-content/subscriber-view --><p>SECRET-paid</p><!-- /wp:premium-content/subscriber-view -->',
      ),
      item(7, 'Newsletter', '<p>SECRET-newsletter</p>', meta('_jetpack_newsletter_access', 'subscribers')),
      item(8, 'Role', '<p>SECRET-role</p>', meta('_members_access_role', 'editor')),
      item(9, 'Everyone', '<p>Shown nine</p>', meta('_jetpack_newsletter_access', 'everybody')),
      item(10, 'Layout', '[row][column]Shown ten[/column][/row]'),
      item(11, 'B1', '<p>SECRET-draft-block</p>', '', 'wp_block', 'draft'),
      item(12, 'B2', '<p>SECRET-binned-block</p>', '', 'wp_block', 'trash'),
      item(13, 'B3', '<p>SECRET-locked-block</p>', '<wp:post_password>x</wp:post_password>', 'wp_block'),
    ),
  );
  expect([...text.matchAll(/SECRET-\w+/g)].map(([found]) => found)).toEqual([]);
  for (const shown of ['one', 'two', 'three', 'nine', 'ten']) expect(text).toContain(`Shown ${shown}`);
  expect(hidden.get('Shortcode')).toBe('partly for members only');
});

test('parts of a Ghost post that only members could read', async () => {
  const post = (id: string, more: object) => ({
    id,
    title: `T-${id}`,
    slug: id,
    status: 'published',
    visibility: 'public',
    type: 'post',
    published_at: '2021-01-01T00:00:00.000Z',
    ...more,
  });
  const gated =
    '<p>Shown</p><!--kg-gated-block:begin nonMember:false memberSegment:"status:free" --><p>SECRET-gated</p><!--kg-gated-block:end-->' +
    '<!--kg-gated-block:begin nonMember:true memberSegment:"" --><p>Open</p><!--kg-gated-block:end-->';
  const lexical = JSON.stringify({
    root: {
      children: [
        { type: 'html', html: '<p>SECRET-card</p>', visibility: { web: { nonMember: false } } },
        { type: 'email', html: '<p>SECRET-email</p>' },
        { type: 'paragraph', children: [{ text: 'Shown two' }] },
      ],
    },
  });
  const data = {
    posts: [post('a', { html: gated }), post('b', { html: null, lexical }), post('c', { html: '<p>SECRET-mail</p>' })],
    posts_meta: [{ post_id: 'c', email_only: 1 }],
  };
  const { text, planned } = await shownOf('ghost.json', JSON.stringify({ db: [{ data }] }));
  expect([...text.matchAll(/SECRET-\w+/g)].map(([found]) => found)).toEqual([]);
  expect(text).toContain('<p>Shown</p><p>Open</p>');
  expect(text).toContain('Shown two');
  expect(planned.plan?.notes.join()).toContain('“T-a”: a part for members only is left out');
});
