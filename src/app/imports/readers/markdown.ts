/** Markdown with YAML front matter: Hugo, Jekyll, and our own export. */
import { basename } from 'node:path/posix';
import { parse, YAMLParseError } from 'yaml';
import { type Zip, ZipRefused } from '#platform/files/zip-reader.ts';
import { decodeBytes, type Found, type FoundItem, readDate, type Source, unknownSite } from './found.ts';
import { markdownHtml } from './markdown-html.ts';

type Front = Record<string, unknown>;
type File = { path: string; text: string };
type TextFile = { path: string; read: () => Promise<Uint8Array> };
type Site = { base: string; isOwn: boolean; now: Date; aliases: Map<string, { from: string }[]>; isAlone: boolean };

const mostText = 20 * 1024 ** 2;
/** Folders that hold no posts, outside Hugo's `content`; the last three are of our own export. */
const skipped = /(^|\/)(\..*|node_modules|themes|archetypes|_includes|_layouts|_site|public|people|site|__MACOSX)\//;
const isMarkdown = /\.(md|markdown|mdown)$/i;
const inContent = /(?<=^|\/)content\//;

export function findMarkdown(zip: Zip): TextFile[] {
  const isSkipped = (name: string) => skipped.test(name.split(inContent)[0] ?? '');
  const found = [...zip.entries.values()].filter(({ name }) => isMarkdown.test(name) && !isSkipped(name));
  const ofHugo = found.filter(({ name }) => inContent.test(name));
  return (ofHugo.length > 0 ? ofHugo : found).map((entry) => ({
    path: entry.name,
    read: () => zip.read(entry, mostText),
  }));
}

type Given = { zip: Zip | null; site: string; now: Date };

/** A folder of files, or without a zip one alone. */
export async function openMarkdown(files: TextFile[], { zip, site: given, now }: Given): Promise<Source> {
  const own = await readJson<{ format?: string; siteUrl?: string }>(zip, 'export.json');
  const isOwn = own?.format === 'one-health-export-1';
  const base = given || (isOwn && own.siteUrl) || unknownSite;
  const redirects = isOwn ? await readJson<{ from: string; to: string }[]>(zip, 'redirects.json') : null;
  const aliases = Map.groupBy(redirects ?? [], ({ to }) => to);
  const number = ({ path }: TextFile) => Number.parseInt(basename(path), 10) || 0;
  const ordered = isOwn ? [...files].sort((a, b) => number(a) - number(b)) : files;
  const site = { base, isOwn, now, aliases, isAlone: zip === null };
  return {
    label: isOwn ? 'an export of a site like this one' : 'Markdown',
    site: base,
    isOwn,
    async *found() {
      for (const { path, read } of ordered) {
        try {
          const { text, isGuessed } = decodeBytes(await read());
          yield* foundIn({ path, text }, site);
          if (isGuessed) yield { note: `${path} is not in UTF-8; it was read as Windows-1252.` };
        } catch (error) {
          if (!(error instanceof ZipRefused)) throw error;
          yield { skipped: path, why: error.message };
        }
      }
    },
  };
}

async function readJson<T>(zip: Zip | null, name: string): Promise<T | null> {
  const entry = zip?.entries.get(name);
  if (!zip || !entry) return null;
  try {
    return JSON.parse(decodeBytes(await zip.read(entry, mostText)).text) as T;
  } catch {
    return null;
  }
}

function* foundIn(file: File, site: Site): Generator<Found> {
  const text = file.text.replaceAll('\r\n', '\n').replace(/^\ufeff?\n*/, '');
  const path = file.path.replace(/^(?:.*\/)?content\//, '');
  if (/(^|\/)_index\.md$/.test(path)) return yield { skipped: path, why: 'it is a list of Hugo' };
  const { mark, head, body } = splitFrontMatter(text);
  if (body === null) return yield { skipped: path, why: 'its front matter has no end' };
  if (mark === '+++') {
    yield { note: `${path} begins with TOML, which is not understood. Its text is a draft.` };
    return yield { item: itemOf(path, {}, body, site, 'its front matter is TOML') };
  }
  let front: unknown;
  try {
    front = parse(head, { maxAliasCount: 20, logLevel: 'error' });
  } catch (error) {
    const place = error instanceof YAMLParseError && error.linePos?.[0];
    const where = place ? `line ${place.line + 1} of its front matter` : 'its front matter';
    return yield { skipped: path, why: `${where} cannot be read` };
  }
  const read = typeof front === 'object' && front !== null && !Array.isArray(front) ? front : {};
  // Hugo takes any case for the same.
  const values: Front = Object.fromEntries(Object.entries(read).map(([name, value]) => [name.toLowerCase(), value]));
  const [type = ''] = path.split('/');
  if (site.isOwn && !['articles', 'pages'].includes(type)) return yield { other: type };
  const isNote = mark === '' && !site.isAlone && !inContent.test(file.path);
  yield { item: itemOf(path, values, body, site, isNote ? 'no front matter' : null) };
}

/** Between two lines of three signs, or JSON, which is YAML, at the very beginning. `body` is null where it does not end. */
function splitFrontMatter(text: string): { mark: string; head: string; body: string | null } {
  const lines = text.split('\n');
  const mark = /^(?:---|\+\+\+|\{)$/.exec((lines[0] ?? '').trimEnd())?.[0] ?? '';
  if (!mark) return { mark, head: '', body: text };
  const [from, last] = mark === '{' ? [0, '}'] : [1, mark];
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === last);
  if (end < 0) return { mark, head: '', body: null };
  return { mark, head: lines.slice(from, end + 1 - from).join('\n'), body: lines.slice(end + 1).join('\n') };
}

function itemOf(path: string, front: Front, body: string, site: Site, trouble: string | null): FoundItem {
  const { base, isOwn, now } = site;
  const [, folder = '', dated = '', name = ''] =
    /^(?:(.*)\/)?(\d{4}-\d\d?-\d\d?)?-?([^/]*?)\.\w+$/.exec(path.replace(/\/index\.(\w+)$/, '.$1')) ?? [];
  const [, heading = ''] = /^#[ \t]{1,9}(\S.{0,300})/m.exec(body) ?? [];
  const given = wordIn(front, 'title');
  // bounded: by the pattern above
  const title = given || heading.replace(/[ \t#]+$/, '') || name || path;
  const isHeadingFirst = !given && heading !== '' && body.trimStart().startsWith('# ');
  const notes = new Set<string>();
  const date = readDate(front.date) ?? readDate(front.publishdate) ?? readDate(dated);
  const kind = kindOf(folder, front, dated, site);
  const slug = wordIn(front, 'slug') || name;
  const written = wordIn(front, 'url') || wordIn(front, 'permalink');
  const ownPath = /^\/[^:]*$/.test(written)
    ? written
    : `${folder ? `/${folder.replace(/(^|\/)_posts$/, '$1')}` : ''}/${slug}/`;
  const jekyll =
    /(^|\/)_posts$/.test(folder) && dated
      ? [`/${dated.replaceAll('-', '/')}/${name}.html`, `/${dated.replaceAll('-', '/')}/${name}/`]
      : [];
  const aliases = [
    ...listIn(front, 'aliases'),
    ...listIn(front, 'redirect_from'),
    ...jekyll,
    ...(site.aliases.get(ownPath) ?? []).map(({ from }) => from),
  ];
  const place = (address: string) => (URL.canParse(address, `${base}/`) ? new URL(address, `${base}/`).href : base);
  const url = place(ownPath.replace(/\/{2,}/g, '/'));
  // Beside the text in a bundle of Hugo, whatever its address is.
  const files = path.endsWith('/index.md') ? place(`/${path}`) : url;
  const cover = [front.cover, front.header, front.image].find((one) => one !== null && typeof one === 'object') ?? {};
  const [picture] = [
    ...listIn(front, 'images'),
    ...['image', 'featured_image', 'thumbnail'].map((name) => wordIn(front, name)),
    ...['image', 'path'].map((name) => wordIn(cover as Front, name)),
  ].filter(Boolean);
  return {
    key: isOwn ? `own:${base}:${kind}:${wordIn(front, 'id')}` : `markdown:${path}`,
    kind,
    title,
    html: markdownHtml(isHeadingFirst ? body.trimStart().replace(/^#.*\n?/, '') : body, notes),
    url,
    files,
    aliases: aliases.map(place),
    description: wordIn(front, 'description') || wordIn(front, 'summary'),
    date,
    updated: readDate(front.lastmod) ?? date,
    hidden: trouble ?? hiddenBecause(path, front, date, now),
    picture: picture ? (URL.canParse(picture, files) ? new URL(picture, files).href : picture) : null,
    pictureAlt: wordIn(front, 'image_alt') || wordIn(cover as Front, 'alt'),
    lang: wordIn(front, 'lang') || null,
    notes: [...notes],
    ...(isOwn && { own: ownIn(front) }),
  };
}

function ownIn(front: Front): NonNullable<FoundItem['own']> {
  const focus = front.image_focus;
  return {
    id: Number(front.id),
    excerpt: wordIn(front, 'excerpt') || undefined,
    isFeatured: front.featured === true,
    focus: Array.isArray(focus) ? focus.map(Number) : undefined,
    place: wordIn(front, 'place') || undefined,
    position: typeof front.position === 'number' ? front.position : undefined,
    created: readDate(front.created) ?? undefined,
  };
}

function kindOf(folder: string, front: Front, dated: string, { isOwn, isAlone }: Site): FoundItem['kind'] {
  const type = wordIn(front, 'type') || wordIn(front, 'layout');
  if (isOwn) return folder === 'pages' ? 'pages' : 'articles';
  if (type === 'page' || /^_?pages(\/|$)/.test(folder)) return 'pages';
  return folder === '' && !dated && !isAlone && !front.date ? 'pages' : 'articles';
}

const yes = /^(?:true|yes|on|y|1)$/i;
const no = /^(?:false|never|no|off|n|0)$/i;

function hiddenBecause(path: string, front: Front, date: string | null, now: Date): string | null {
  const at = now.toISOString();
  const word = (name: string) => wordIn(front, name);
  const build = (front.build ?? front._build) as Front | undefined;
  const from = readDate(front.publishdate) ?? readDate(front.pubdate) ?? readDate(front.published) ?? date;
  const until = readDate(front.expirydate) ?? readDate(front.unpublishdate);
  if (yes.test(word('draft')) || no.test(word('published')) || /(^|\/)_drafts\//.test(path)) return 'a draft';
  if (yes.test(word('private')) || front.password) return 'private';
  if (yes.test(word('headless')) || no.test(wordIn(build ?? {}, 'render'))) return 'not a page of its own';
  if (/(^|\/)_(?!posts\/|pages\/)/.test(path)) return 'in a folder that Jekyll does not show by itself';
  if (from === null && (front.date || front.publishdate)) return 'no date';
  if (from !== null && from > at) return 'dated in the future';
  return until !== null && until <= at ? 'expired' : null;
}

function wordIn(front: Front, name: string): string {
  const value = front[name];
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).replace(/\s+/g, ' ').trim() : '';
}

function listIn(front: Front, name: string): string[] {
  const value = front[name];
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string' && one !== '');
}
