import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newsletterEnvironment } from '#platform/config/newsletter-settings.ts';

const manual = ['newsletter', 'bounces']
  .map((page) => readFileSync(new URL(`../../../docs/how-to/${page}.md`, import.meta.url), 'utf8'))
  .join('\n');

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
