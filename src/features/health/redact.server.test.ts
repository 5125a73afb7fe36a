import { expect, test } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { listSecrets, withoutSecrets } from './redact.server.ts';

test('every secret of the settings is hidden, also one with a character that addresses use', () => {
  const words = [
    '100%sure-database',
    '100%sure-smtp',
    'key-of-the-pictures',
    'key-of-the-backups',
    'phrase-of-the-backups',
  ];
  const [database, smtp, pictures, backups, phrase] = words;
  const config = readConfig({
    DATABASE_URL: `postgres://site:${database}@db.example/site`,
    SMTP_URL: `smtp://news:${smtp}@mail.example:587`,
    MAIL_FROM: 'Society <news@society.example>',
    S3_ENDPOINT: 'https://s3.example',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: pictures,
    S3_PUBLIC_URL: 'https://pictures.example',
    BACKUP_S3_ENDPOINT: 'https://s3.example',
    BACKUP_S3_ACCESS_KEY_ID: 'b',
    BACKUP_S3_SECRET_ACCESS_KEY: backups,
    BACKUP_PASSPHRASE: phrase,
    ADMIN_PASSWORD: 'marmot umbrella violin',
    METRICS_TOKEN: 'a-token-of-twenty-chars',
  });
  const text = [...words, 'marmot umbrella violin', 'a-token-of-twenty-chars'].join(' | ');
  expect(withoutSecrets(text, listSecrets(config))).toBe(Array(7).fill('[hidden]').join(' | '));
});
