/** The content that real sites have and demo content hides: long, many, tall, in every script, and plainly made up. */
import { globSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { storePicture } from '#features/uploads/pictures.server.ts';
import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config/config.ts';
import { openMigratedDatabase } from '#platform/db/db.ts';
import { createLog } from '#platform/log.ts';
import { openStore } from '#platform/storage/open-store.ts';
import { createStorageOutages } from '#platform/storage-outages.ts';
import { landscapePhoto, longArticle, longArticleContent } from './long-article.ts';
import type { Site } from './site.ts';
import { tokenOf } from './states.ts';

/** How many of each a stressed site has. */
export const stressed = { photographs: 30, events: 201, members: 40 } as const;

const scripts = [
  ['Sức khỏe con người, động vật và môi trường', 'Nguyễn Thị Hương Giang và Đặng Quốc Trưởng viết thử.'],
  ['صحة واحدة للإنسان والحيوان والبيئة', 'هذا نص تجريبي لهذا الموقع.'],
  ['同一健康：人、动物与环境', '这是本网站的示例文字。'],
  ['Единое здоровье людей, животных и среды', 'Это пробный текст для этого сайта.'],
  ['Μία υγεία για ανθρώπους και ζώα', 'Αυτό είναι ένα δοκιμαστικό κείμενο.'],
  ['एक स्वास्थ्य: मनुष्य, पशु और पर्यावरण', 'यह इस साइट का एक नमूना पाठ है।'],
  ['בריאות אחת לבני אדם ולבעלי חיים', 'זהו טקסט לדוגמה של האתר הזה.'],
  ['ワンヘルス：人と動物と環境の健康', 'これはこのサイトの見本の文章です。'],
  ['원헬스: 사람과 동물과 환경의 건강', '이것은 이 사이트의 예시 글입니다.'],
  ['สุขภาพหนึ่งเดียวของคน สัตว์ และสิ่งแวดล้อม', 'นี่คือข้อความตัวอย่างของเว็บไซต์นี้'],
  ['একক স্বাস্থ্য: মানুষ, প্রাণী ও পরিবেশ', 'এটি এই সাইটের একটি নমুনা লেখা।'],
  ['ஒரே நலம்: மனிதர், விலங்கு, சூழல்', 'இது இந்தத் தளத்தின் மாதிரி உரை.'],
] as const;

const odd = {
  emoji: '🦇'.repeat(100),
  overrides: 'Read \u202egnihton sdaer eno siht\u202c and \u2067شيء\u2069 again',
};

const tones = ['#7a8f6a', '#a5775a', '#5f7f85'];

const names = [
  'Nguyễn Thị Hương',
  'Đặng Quốc Trưởng',
  'Zoë Łuczak',
  'أمل الخطيب',
  '王小明',
  'Ольга Щербакова',
  'Αθηνά Ψαρρού',
];

/** Fills a site that runs and is empty. Answers the name of the picture whose files are gone, and the odd articles' ids. */
export async function fillStressed(site: Site): Promise<{ vanished: string; odd: number[] }> {
  const authorization = `Bearer ${await tokenOf(site)}`;
  const call = async (path: string, body: object) => {
    const headers = { authorization, 'content-type': 'application/json' };
    return answered<{ id: number }>(
      await fetch(`${site.url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
    );
  };
  const publish = async (article: object) => {
    const rest = { description: 'Demo content, made up by the site.', isPublished: true };
    return (await call('/articles/admin', { ...rest, ...article })).id;
  };
  const [gone = '', ...pictures] = await storePictures(site, 'articles', stressed.photographs + 1, (at) =>
    landscapePhoto(at, 768, 512),
  );
  const faces = await storePictures(site, 'members', tones.length, (at) => tallPortrait(tones[at] ?? ''));

  const oddIds = [
    await publish({ title: odd.emoji, content: '<p>Demo: a title of nothing but bats.</p>' }),
    await publish({ title: odd.overrides, content: '<p>Demo: a title that changes its direction.</p>' }),
    await publish({ title: 'Demo: a table of sixty columns', content: wideTable(60) }),
    await publish({ title: 'Demo: a picture that has vanished', content: goneContent(gone), imageUrl: gone }),
  ];
  for (const [title, text] of scripts)
    oddIds.push(await publish({ title, content: `<h2>${title}</h2><p>${text}</p>` }));
  await publish({ title: longArticle.title, content: longArticleContent(pictures), imageUrl: pictures[0] });
  await addMembers(call, faces);
  await addEvents(call);
  return { vanished: removeFiles(site, gone), odd: oddIds };
}

type Call = (path: string, body: object) => Promise<unknown>;

async function addMembers(call: Call, faces: string[]): Promise<void> {
  for (let at = 0; at < stressed.members; at++)
    await call('/members/admin', {
      name: `${names[at % names.length]} ${at + 1}`,
      position: 'Demo member',
      bio: 'Made up, to see how a long list looks.',
      imageUrl: faces[at % (faces.length + 1)] ?? null,
    });
}

async function addEvents(call: Call): Promise<void> {
  const dayMs = 86_400_000;
  for (let at = 0; at < stressed.events; at++)
    await call('/events/admin', {
      title: `Demo event ${at + 1}`,
      eventDate: new Date(Date.now() + (at - 100) * 3 * dayMs).toISOString().slice(0, 19),
      location: 'Demo hall',
      description: 'Made up, to see how a long list looks.',
    });
}

/** Beside the running site and with the effort of the demo content's: by the site's own calls it takes a minute more. */
async function storePictures(
  site: Site,
  purpose: 'articles' | 'members',
  count: number,
  draw: (at: number) => Promise<Buffer>,
): Promise<string[]> {
  const config = readConfig({ SITE_URL: site.url, DATA_DIR: site.dataDir });
  const log = createLog('silent');
  const database = await openMigratedDatabase(config);
  const context = {
    db: database.db,
    config,
    clock: systemClock,
    log,
    store: openStore(config),
    outages: createStorageOutages(config, log),
  };
  const urls: string[] = [];
  for (let at = 0; at < count; at++) {
    const picture = { purpose, bytes: await draw(at), fileName: 'demo.jpg', administratorId: null };
    urls.push((await storePicture(context, { ...picture, effort: 'quick' })).imageUrl);
  }
  await database.close();
  return urls;
}

function removeFiles(site: Site, url: string): string {
  const name = basename(url, '.jpg');
  for (const file of globSync(`**/${name}*`, { cwd: site.dataDir })) rmSync(join(site.dataDir, file));
  return name;
}

function goneContent(url: string): string {
  return `<p>Demo: before the picture.</p><p><img src="${url}" alt="A river seen from the bridge"></p><p>After it.</p>`;
}

async function answered<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

function wideTable(columns: number): string {
  const row = (tag: string, text: string) =>
    `<tr>${Array.from({ length: columns }, (_, at) => `<${tag}>${text} ${at + 1}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${row('th', 'Column')}</thead><tbody>${row('td', 'Value').repeat(4)}</tbody></table>`;
}

/** A head in the upper third of a picture of 2000 × 6000. */
function tallPortrait(color: string): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="6000">
    <rect width="2000" height="6000" fill="${color}"/><circle cx="1000" cy="1100" r="480" fill="#e9cdb8"/>
    <rect x="450" y="1700" width="1100" height="4300" rx="500" fill="#22321b"/></svg>`;
  return sharp(Buffer.from(drawing)).jpeg({ quality: 70 }).toBuffer();
}
