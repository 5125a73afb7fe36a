import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newsletterEnvironment } from '#platform/mail/newsletter-settings.ts';
import { testApp } from '#tests/support/test-app.ts';

const manual = readFileSync(new URL('../../../docs/how-to/newsletter.md', import.meta.url), 'utf8');

test('the manual names every call of the newsletter', async () => {
  await using app = await testApp();
  const response = await app.request('/api/v1/openapi.json');
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, unknown>> };
  const own = Object.keys(paths).filter((path) => path.startsWith('/api/v1/newsletter'));
  expect(own.length).toBeGreaterThan(20);
  // A verb at the end may stand behind an ellipsis.
  const isNamed = (path: string) => manual.includes(`${path}`) || manual.includes(`…/${path.split('/').at(-1)}\``);
  expect(own.map((path) => path.replace('/api/v1/newsletter', '')).filter((path) => !isNamed(path))).toEqual([]);
});

test('the manual names every setting of the newsletter', () => {
  const names = [
    ...Object.keys(newsletterEnvironment),
    'SUBSCRIBE_LIMIT_PER_HOUR',
    'MAIL_REPLY_TO',
    'MAIL_FROM',
    'SMTP_URL',
  ];
  expect(names.filter((name) => !manual.includes(`\`${name}`))).toEqual([]);
});
