/** The content that real sites have and demo content hides: long, many, tall, in every script, and plainly made up. */
import sharp from 'sharp';
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
] as const;

const odd = {
  emoji: '🦇'.repeat(100),
  overrides: 'Read \u202egnihton sdaer eno siht\u202c and \u2067شيء\u2069 again',
};

const names = [
  'Nguyễn Thị Hương',
  'Đặng Quốc Trưởng',
  'Zoë Łuczak',
  'أمل الخطيب',
  '王小明',
  'Ольга Щербакова',
  'Αθηνά Ψαρρού',
];

/** Fills a site that runs and is empty, by its own calls. */
export async function fillStressed(site: Site): Promise<void> {
  const authorization = `Bearer ${await tokenOf(site)}`;
  const call = async (path: string, body: object) => {
    const headers = { authorization, 'content-type': 'application/json' };
    return answered(await fetch(`${site.url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) }));
  };
  const upload = async (purpose: string, bytes: Buffer) => {
    const body = new FormData();
    body.set('file', new File([Uint8Array.from(bytes)], 'demo.jpg', { type: 'image/jpeg' }));
    const init = { method: 'POST', headers: { authorization }, body };
    return (await answered<{ imageUrl: string }>(await fetch(`${site.url}/api/v1/uploads/${purpose}`, init))).imageUrl;
  };
  const publish = (article: object) =>
    call('/articles/admin', { description: 'Demo content, made up by the site.', isPublished: true, ...article });

  const pictures: string[] = [];
  for (let at = 0; at < stressed.photographs; at++) pictures.push(await upload('articles', await landscapePhoto(at)));
  await publish({ title: odd.emoji, content: '<p>Demo: a title of nothing but bats.</p>' });
  await publish({ title: odd.overrides, content: '<p>Demo: a title that changes its direction.</p>' });
  await publish({ title: 'Demo: a table of sixty columns', content: wideTable(60) });
  for (const [title, text] of scripts) await publish({ title, content: `<h2>${title}</h2><p>${text}</p>` });
  await publish({ title: longArticle.title, content: longArticleContent(pictures), imageUrl: pictures[0] });

  const portraits = await Promise.all(['#7a8f6a', '#a5775a', '#5f7f85'].map(tallPortrait));
  const faces: string[] = [];
  for (const portrait of portraits) faces.push(await upload('members', portrait));
  for (let at = 0; at < stressed.members; at++)
    await call('/members/admin', {
      name: `${names[at % names.length]} ${at + 1}`,
      position: 'Demo member',
      bio: 'Made up, to see how a long list looks.',
      imageUrl: faces[at % (faces.length + 1)] ?? null,
    });
  const dayMs = 86_400_000;
  for (let at = 0; at < stressed.events; at++)
    await call('/events/admin', {
      title: `Demo event ${at + 1}`,
      eventDate: new Date(Date.now() + (at - 100) * 3 * dayMs).toISOString().slice(0, 19),
      location: 'Demo hall',
      description: 'Made up, to see how a long list looks.',
    });
}

async function answered<T = unknown>(response: Response): Promise<T> {
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
