import { expect, test } from 'vitest';
import { testApp } from '#tests/support/test-app.ts';
import type { HandOverPart } from './hand-over.schema.ts';

test('the page to hand over names each place, and no password or key', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  Object.assign(app.context.config, {
    smtpUrl: 'smtps://news:secret-word@smtp.society.example:465',
    databaseUrl: 'postgres://site:secret-word@db.society.example/site',
  });
  const s3 = {
    endpoint: 'https://s3.example',
    bucket: 'copies',
    secretAccessKey: 'secret-word',
    accessKeyId: 'secret-id',
  };
  Object.assign(app.context.config.backup, { s3: undefined, passphrase: 'secret-word of backups' });
  Object.assign(app.context.config, { s3 });
  const { status, body } = await app.json<HandOverPart[]>('GET', '/hand-over/admin', undefined, token);
  expect(status).toBe(200);
  const known = Object.fromEntries(body.map((part) => [part.title, part.known.join('\n')]));
  expect(known).toMatchObject({
    Server: expect.stringMatching(/PostgreSQL: db\.society\.example\nPictures: bucket copies at s3\.example$/),
    Email: expect.stringContaining('Server: smtp.society.example:465'),
    Backups: expect.stringContaining(`Folder: ${app.context.config.backup.dir}\nNewest: none`),
    'Pass phrase of backups': expect.stringContaining('encrypted'),
  });
  expect(JSON.stringify(body)).not.toMatch(/secret|news:/);
  expect((await app.json('GET', '/hand-over/admin')).status).toBe(401);
});
