import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everyEngine } from '#tests/support/database.ts';
import { testApp } from '#tests/support/test-app.ts';
import { erasePersonFromMails, removeOutboxFilesNaming } from './erase-person-from-mails.ts';

const at = '2026-11-21T12:00:00.000Z';
const person = { addresses: ['li@uni.example'], names: ['li@uni.example', 'li'], replacement: 'someone' };
const others = [
  'bo.li@uni.example',
  'bo-li@uni.example',
  'bo+li@uni.example',
  'li@uni.example.net',
  'li@uni.example-hall.net',
];

test.each(everyEngine)(
  'on %s people whose address contains that of the erased person are not touched',
  async (engine) => {
    await using app = await testApp({ engine });
    const row = { kind: 'account-notice', state: 'queued', nextAttemptAt: at, createdAt: at } as const;
    const add = (recipient: string, text: string) =>
      app.db
        .insertInto('mails')
        .values({ ...row, recipient, content: JSON.stringify({ text }) })
        .execute();
    for (const address of others) await add(address, `Mails go to ${address}.`);
    await add('ada@uni.example', 'Li (li@uni.example) was invited by LI.');
    await add('LI@uni.example', 'Welcome');
    await erasePersonFromMails(app.db, person);
    const left = await app.db
      .selectFrom('mails')
      .where('issueId', 'is', null)
      .select(['recipient', 'content'])
      .orderBy('id')
      .execute();
    expect(left.map(({ recipient, content }) => [recipient, (JSON.parse(content) as { text: string }).text])).toEqual([
      ...others.map((address) => [address, `Mails go to ${address}.`]),
      ['ada@uni.example', 'someone (someone) was invited by someone.'],
    ]);
  },
);

test('mails to others stay in the outbox', async () => {
  await using app = await testApp();
  const { config } = app.context;
  const folder = join(config.dataDir, 'outbox');
  await mkdir(folder, { recursive: true });
  const write = (name: string, to: string) =>
    writeFile(join(folder, `${name}-account-1.eml`), `To: <${to}>\r\nSubject: Your account\r\n\r\nHello\r\n`);
  for (const [index, address] of others.entries()) await write(`other${index}`, address);
  await write('own', 'li@uni.example');
  await writeFile(join(folder, 'own-draft-1.eml'), 'To: <li@uni.example>\r\nSubject: [Draft] News\r\n\r\nHello\r\n');
  await removeOutboxFilesNaming(config, person.names);
  expect((await readdir(folder)).sort()).toEqual(others.map((_, index) => `other${index}-account-1.eml`));
});
