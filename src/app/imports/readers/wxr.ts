/** WordPress: its export (WXR), read piece by piece. Many are no well-formed XML. */
import { Parser } from 'htmlparser2';
import { withoutSlash } from '#platform/config/setting-types.ts';
import { textOf } from './body.ts';
import { type Found, type FoundItem, readDate, type Source } from './found.ts';
import { type WordPressSite, wordPressHtml } from './wordpress-html.ts';

type Post = { fields: Record<string, string>; meta: Record<string, string> };
type Channel = { site: string; isWhole: boolean };
type Text = () => AsyncIterable<string>;

/** One site in one or more files. Reads them twice: pictures and shared blocks stand anywhere in them. */
export async function openWxr(texts: Text[]): Promise<Source> {
  const channel: Channel = { site: '', isWhole: false };
  const site: WordPressSite = { media: new Map(), blocks: new Map() };
  const pictures = new Map<string, { url: string; alt: string }>();
  let isCut = false;
  for (const text of texts) {
    channel.isWhole = false;
    for await (const { fields, meta } of postsIn(text(), channel)) {
      const id = fields['wp:post_id'] ?? '';
      const type = fields['wp:post_type'];
      if (type === 'wp_block' && fields['wp:status'] === 'publish' && !fields['wp:post_password'])
        site.blocks.set(id, fields['content:encoded'] ?? '');
      if (type !== 'attachment') continue;
      const url = (fields['wp:attachment_url'] ?? fields.guid ?? '').trim();
      const alt = meta._wp_attachment_image_alt ?? '';
      site.media.set(id, { url, alt, caption: fields['excerpt:encoded'] ?? '' });
      pictures.set(url, { url, alt });
      pictures.set(`#${id}`, { url, alt });
    }
    isCut ||= !channel.isWhole;
  }
  return {
    label: isCut ? 'a WordPress file that ends in the middle' : 'WordPress',
    site: withoutSlash(channel.site),
    pictures,
    async *found() {
      if (isCut) yield { note: 'The file ends in the middle: the rest is missing. Please export it again.' };
      for (const text of texts)
        for await (const post of postsIn(text(), { ...channel })) yield* foundIn(post, site, channel.site);
    },
  };
}

function* foundIn({ fields, meta }: Post, site: WordPressSite, base: string): Generator<Found> {
  const type = fields['wp:post_type'] ?? '';
  const id = fields['wp:post_id'] ?? '';
  const written = textOf(fields.title ?? '');
  const title = written || `Untitled (${id})`;
  if (type === 'attachment' || type === 'wp_block') return;
  if (type !== 'post' && type !== 'page') return yield { other: type || 'unnamed' };
  const status = fields['wp:status'] ?? '';
  if (status === 'trash') return yield { skipped: title, why: 'it was in the bin' };
  if (status === 'auto-draft' || status === 'inherit') return;
  const date = readDate(fields['wp:post_date_gmt']) ?? readDate(fields['wp:post_date']) ?? readDate(fields.pubDate);
  const notes = new Set<string>();
  const thumbnail = site.media.get(meta._thumbnail_id ?? '');
  const home = withoutSlash(base);
  const item: FoundItem = {
    key: `wordpress:${home}:${id}`,
    kind: type === 'post' ? 'articles' : 'pages',
    title,
    html: wordPressHtml(fields['content:encoded'] ?? '', site, notes),
    url: fields.link?.trim() || `${home}/?p=${id}`,
    aliases: [fields.guid ?? '', `${home}/?p=${id}`],
    description: textOf(fields['excerpt:encoded'] ?? ''),
    date,
    updated: readDate(fields['wp:post_modified_gmt']) ?? date,
    hidden: hiddenBecause({ fields, meta }) ?? (written ? null : 'no title'),
    picture: thumbnail?.url ?? null,
    pictureAlt: thumbnail?.alt ?? '',
    lang: null,
    notes: [...notes],
  };
  yield { item };
}

/** By which plugins, and WordPress itself, show a post or a part of it only to some. */
const access = /^_?(?:members_access_role|rcp_(?:user|access|subscription)_level|um_content_restriction|wpmem_block)$/;
const somePart =
  /\[\/[\w-]{0,40}(?:access|logged|member|paid|premium|private|protect|restrict|s2if|subscriber)[\w-]{0,40}\]|<!-- wp:(?:premium-content|jetpack\/paywall)|"blockVisibility":(?:false|\{"(?:hideBlock|controlSets))/i;

function hiddenBecause({ fields, meta }: Post): string | null {
  const status = fields['wp:status'] ?? '';
  if (fields['wp:post_password']) return 'protected by a password';
  if (status === 'private') return 'private';
  if (status === 'future') return 'dated in the future';
  if (status !== 'publish') return 'a draft';
  const isForSome = /subscribers/.test(meta._jetpack_newsletter_access ?? '');
  if (isForSome || Object.keys(meta).some((key) => access.test(key))) return 'for members only';
  return somePart.test(fields['content:encoded'] ?? '') ? 'partly for members only' : null;
}

/** Every item that ends. */
async function* postsIn(text: AsyncIterable<string>, channel: Channel): AsyncGenerator<Post> {
  const done: Post[] = [];
  const open: string[] = [];
  let post: Post | null = null;
  let written = '';
  let metaKey = '';
  const parser = new Parser(
    {
      onopentag(name) {
        open.push(name);
        if (name === 'item') post = { fields: {}, meta: {} };
        written = '';
      },
      ontext(data) {
        written += data;
      },
      onclosetag(name, isImplied) {
        open.pop();
        if (isImplied) return;
        const parent = open.at(-1);
        if (name === 'channel') channel.isWhole = true;
        if (!post && parent === 'channel' && (name === 'wp:base_blog_url' || (name === 'link' && !channel.site)))
          channel.site = written.trim();
        if (post && parent === 'item') post.fields[name] ??= written;
        if (post && name === 'wp:meta_key') metaKey = written;
        if (post && name === 'wp:meta_value') post.meta[metaKey] = written;
        if (post && name === 'item') {
          done.push(post);
          post = null;
        }
        written = '';
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for await (const piece of text) {
    parser.write(piece);
    yield* done.splice(0);
  }
  parser.end();
  yield* done.splice(0);
}
