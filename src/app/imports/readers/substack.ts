/** Substack: a zip with a list of the posts and the HTML of each. */
import { Readable } from 'node:stream';
import { decodeText, parseRecords } from '#features/newsletter/subscribers/import/list-lines.server.ts';
import type { Zip, ZipEntry } from '#platform/files/zip-reader.ts';
import { decodeBytes, readDate, type Source, unknownSite } from './found.ts';

const mostList = 20 * 1024 ** 2;
const mostText = 20 * 1024 ** 2;

export function findSubstackList(zip: Zip): ZipEntry | undefined {
  return [...zip.entries.values()].find(({ name }) => /(^|\/)posts\.csv$/.test(name));
}

export function openSubstack(zip: Zip, list: ZipEntry, site: string): Source {
  const base = site || unknownSite;
  const folder = list.name.replace(/posts\.csv$/, 'posts/');
  return {
    label: 'Substack',
    site: base,
    async *found() {
      let names: string[] = [];
      const text = decodeText(Readable.from([await zip.read(list, mostList)]));
      for await (const { cells } of parseRecords(text, (row) => row.includes('post_id'))) {
        if (names.length === 0) {
          names = cells;
          continue;
        }
        const post = (name: string) => cells[names.indexOf(name)]?.trim() ?? '';
        // '152.first-post': the file's name, and the end of its address.
        const id = post('post_id');
        const [number = '', ...slug] = id.split('.');
        const title = post('title');
        const date = readDate(post('post_date'));
        const entry = zip.entries.get(`${folder}${id}.html`);
        if (!title && !entry) continue;
        const isForAll = ['', 'everyone'].includes(post('audience'));
        const reason = isForAll ? null : 'for members only';
        const hidden =
          post('is_published').toLowerCase() !== 'true' ? 'a draft' : (reason ?? (title ? null : 'no title'));
        yield {
          item: {
            key: `substack:${number}`,
            kind: post('type') === 'page' ? 'pages' : 'articles',
            title: title || `Untitled (${number})`,
            html: entry ? decodeBytes(await zip.read(entry, mostText)).text : '',
            url: `${base}/p/${slug.join('.')}`,
            aliases: [],
            description: post('subtitle'),
            date,
            updated: date,
            hidden,
            picture: null,
            pictureAlt: '',
            lang: null,
            notes: post('podcast_url') ? [`its recording stays at ${post('podcast_url')}`] : [],
          },
        };
      }
      if ([...zip.entries.keys()].some((name) => name.includes('email_list') && name.endsWith('.csv')))
        yield {
          note: 'The list of subscribers in this file is not imported here: use Newsletter, Subscribers, Import.',
        };
    },
  };
}
