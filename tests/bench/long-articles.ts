/**
 * `npm run bench -- long-articles`: how long the largest articles that are allowed keep the thread which answers everyone, before
 * (everything in that thread) and now. Counted is the processor time of the longest stretch in which it answers no one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { highlightCode } from '#features/articles/content/highlight.server.ts';
import { plainText, sanitiseHtml } from '#features/articles/content/sanitise.server.ts';
import { htmlForMail } from '#features/newsletter/content/mail-html.server.ts';
import { plainTextForMail } from '#features/newsletter/content/mail-plain-text.server.ts';
import { randomFrom, textOf } from '../support/random-texts.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const bytes = 285_000;
const prose = textOf(randomFrom(1), bytes);
const articles: Record<string, string> = {
  prose: `<p>${prose.match(/.{1,400}/g)?.join('</p><p>')}</p>`,
  'one word': `<p>${'x'.repeat(bytes)}</p>`,
  'ends of lines': `<pre>${'a\n'.repeat(bytes / 2)}</pre>`,
  tables: `<table><tbody>${'<tr><td>a</td><td>b</td></tr>'.repeat(3300)}</tbody></table>`,
  links: '<a href="https://example.org/a?b=c&amp;d=e">health</a> '.repeat(9900),
  'deep divisions': `${'<div>'.repeat(9900)}${'x'.repeat(bytes)}${'</div>'.repeat(9900)}`,
  'deep lists': `${'<ul><li>'.repeat(45)}${'x'.repeat(2500)}${'</li></ul>'.repeat(45)}`.repeat(110),
  entities: `<p>${'&amp;'.repeat(bytes)}</p>`,
  'right to left': `<p dir="rtl">${'שלום עולם '.repeat(bytes / 18)}</p>`,
  'different signs':
    `<p>${Array.from({ length: 20_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')}</p>`.repeat(4),
  pictures: '<img src="https://example.org/a-picture.png" alt="A picture">words'.repeat(19_900),
  // Of what the highlighter takes longest for.
  code: `<pre data-language="markdown">${'[a]('.repeat(900)}</pre>`.repeat(20),
};

console.log(
  'The longest stretch of the thread, milliseconds of processor time'.padEnd(76),
  'before     now   (whole save)',
);
for (const [name, content] of Object.entries(articles)) {
  await using app = await testApp();
  const token = await app.signIn();
  // What the first call loads belongs to the start.
  await call(app, token, 'POST', '/articles/admin', { title: 'A', description: 'B', content: 'C' });
  const before = {
    save: await longest(() => void plainText(sanitiseHtml(sanitiseHtml(content)))),
    page: await longest(() => highlightCode(sanitiseHtml(content))),
    mail: await longest(() => {
      const clean = sanitiseHtml(content);
      htmlForMail(clean, 'https://society.example', new Map());
      plainTextForMail(clean, 'https://society.example');
    }),
  };
  const input = { title: name, description: name, content };
  let id = 0;
  const started = performance.now();
  const first = await longest(async () => (id = await call(app, token, 'POST', '/articles/admin', input)));
  const whole = performance.now() - started;
  const change = (to: object) => longest(() => call(app, token, 'PUT', `/articles/admin/${id}`, to));
  const published = await longest(() => call(app, token, 'POST', `/articles/admin/publish/${id}`));
  const again = Math.max(await change({ content: `${content}<p>.</p>` }), await change({ title: `${name}.` }));
  line(`${name}, saved`, before.save, Math.max(first, published, again), whole);
  line(`${name}, read`, before.page, await longest(() => call(app, undefined, 'GET', `/articles/${id}`)));
  const preview = `/newsletter/admin/preview/${id}`;
  line(`${name}, as a mail`, before.mail, await longest(() => call(app, token, 'GET', preview)));
  line(`${name}, sent`, before.mail, await longest(() => call(app, token, 'POST', `/newsletter/admin/send/${id}`)));
}

async function call(app: TestApp, token: string | undefined, method: string, path: string, body?: unknown) {
  const answer = await app.json<{ id: number; message?: string }>(method, path, body, token);
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body.message}`);
  return answer.body.id;
}

/** Between two looks a millisecond apart; waiting is not counted, so that a busy machine changes little. */
async function longest(work: () => unknown): Promise<number> {
  let most = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const start = process.threadCpuUsage();
      await sleep(1);
      const { user, system } = process.threadCpuUsage(start);
      most = Math.max(most, (user + system) / 1000);
    }
  })();
  await sleep(2);
  await work();
  isOver = true;
  await watching;
  return most;
}

function line(label: string, before: number, now: number, whole?: number): void {
  const figures = [before, now].map((ms) => ms.toFixed(0).padStart(8)).join('');
  console.log(label.padEnd(74), figures, whole === undefined ? '' : `${whole.toFixed(0).padStart(10)}`);
}
