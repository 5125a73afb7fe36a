/** Ghost: its export, one JSON file. */
import { escapeHtml } from '#shared/mail/mail-layout.ts';
import { linkTo } from './body.ts';
import { type Found, ImportRefused, readDate, type Source, unknownSite } from './found.ts';

type Row = Record<string, unknown>;
type Node = {
  type?: string;
  text?: string;
  children?: Node[];
  tag?: string;
  html?: string;
  url?: string;
  src?: string;
  visibility?: { showOnWeb?: boolean; web?: { nonMember?: boolean } };
};

/** @throws ImportRefused */
export function openGhost(text: string, site: string): Source {
  const data = tablesIn(text);
  const rowsOf = (name: string) => (Array.isArray(data[name]) ? (data[name] as Row[]) : []);
  const metaOf = new Map(rowsOf('posts_meta').map((row) => [row.post_id, row]));
  const base = site || unknownSite;
  return {
    label: 'Ghost',
    site: base,
    async *found() {
      for (const post of rowsOf('posts')) yield foundIn(post, metaOf.get(post.id) ?? {}, base);
    },
  };
}

function foundIn(post: Row, meta: Row, base: string): Found {
  const word = (name: string, from = post) => (typeof from[name] === 'string' ? (from[name] as string) : '');
  const withSite = (html: string) => html.replaceAll('__GHOST_URL__', base);
  const date = readDate(post.published_at) ?? readDate(post.created_at);
  const id = word('id') || word('uuid') || (typeof post.id === 'number' ? `${post.id}` : '');
  const title = word('title').trim();
  const isUntitled = title === '' || title === '(Untitled)';
  const whole = word('html') || lexicalHtml(word('lexical'));
  const html = openParts(whole);
  const notes = [
    ...(whole === '' && word('mobiledoc') ? ['its text is only in an old form of Ghost (mobiledoc)'] : []),
    ...(whole.includes('nonMember:false') ? ['a part for members only is left out'] : []),
  ];
  return {
    item: {
      key: `ghost:${id}`,
      kind: post.type === 'page' || post.page === 1 || post.page === true ? 'pages' : 'articles',
      title: isUntitled ? `Untitled (${id})` : title,
      html: withSite(html),
      url: `${base}/${word('slug')}/`,
      aliases: [],
      description: word('custom_excerpt'),
      date,
      updated: readDate(post.updated_at) ?? date,
      hidden: hiddenBecause({ ...meta, ...post }) ?? (isUntitled ? 'no title' : null),
      picture: withSite(word('feature_image')) || null,
      pictureAlt: word('feature_image_alt', meta),
      lang: word('locale') || null,
      notes,
    },
  };
}

/** Without what Ghost shows to members only. */
function openParts(html: string): string {
  const [first = '', ...gated] = html.split('<!--kg-gated-block:begin ');
  const open = gated.map((part) => {
    const [inside = '', ...after] = part.split('<!--kg-gated-block:end-->');
    const shown = inside.startsWith('nonMember:true') ? inside.slice(inside.indexOf('-->') + 3) : '';
    return shown + after.join('');
  });
  return first + open.join('');
}

function hiddenBecause({ status, visibility, email_only: isEmailOnly }: Row): string | null {
  if (status === 'sent' || isEmailOnly === 1 || isEmailOnly === true) return 'sent by email only';
  if (visibility !== undefined && visibility !== 'public') return 'for members only';
  if (status === 'scheduled') return 'dated in the future';
  return status === 'published' ? null : 'a draft';
}

function tablesIn(text: string): Row {
  let read: { db?: { data?: Row }[]; data?: Row } | null;
  try {
    read = JSON.parse(text) as typeof read;
  } catch (error) {
    throw new ImportRefused('This JSON file ends in the middle or is damaged. Please export it again.', {
      cause: error,
    });
  }
  const data = read?.db?.[0]?.data ?? read?.data;
  if (!data || !Array.isArray(data.posts))
    throw new ImportRefused('This JSON file is not a Ghost export: it has no posts.');
  return data;
}

/** What text it holds, where Ghost has not rendered it. */
function lexicalHtml(json: string): string {
  try {
    return nodeHtml((JSON.parse(json) as { root?: Node }).root ?? {});
  } catch {
    return '';
  }
}

const tags: Record<string, string> = {
  paragraph: 'p',
  quote: 'blockquote',
  'extended-quote': 'blockquote',
  aside: 'blockquote',
  listitem: 'li',
};

function nodeHtml({ type = '', visibility, ...node }: Node): string {
  if (visibility?.showOnWeb === false || visibility?.web?.nonMember === false) return '';
  if (type === 'html' || type === 'markdown') return node.html ?? '';
  if (type === 'linebreak') return '<br>';
  if (type === 'image' && node.src) return `<figure><img src="${escapeHtml(node.src)}"></figure>`;
  if (node.text !== undefined) return escapeHtml(node.text);
  const inner = (node.children ?? []).map(nodeHtml).join('');
  if (node.url && !inner) return `<p>${linkTo(node.url)}</p>`;
  if (node.url) return `<a href="${escapeHtml(node.url)}">${inner}</a>`;
  const tag = tags[type] ?? /^(?:h[1-6]|ol|ul|blockquote)$/.exec(node.tag ?? '')?.[0];
  return tag && inner ? `<${tag}>${inner}</${tag}>` : inner;
}
