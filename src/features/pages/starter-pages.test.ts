import { expect, test } from 'vitest';
import { sanitiseWithText } from '#features/articles/content/sanitise.server.ts';
import { findPrivacyText } from '#features/settings/published-privacy-page.server.ts';
import { defaultSettings } from '#features/settings/settings.ts';
import { engines } from '#tests/support/database.ts';
import { testApp } from '#tests/support/test-app.ts';
import type { Page } from './page.schema.ts';
import { daysInPrivacyText, gapsIn, outdatedPrivacySentence, pageNotice } from './page.ts';
import { addStarterPages } from './starter-pages.server.ts';
import { writeStarterPages } from './starter-texts.ts';

test.each(engines)('a new site gets three drafts, once, and visitors do not see them on %s', async (engine) => {
  await using app = await testApp({ engine });
  const token = await app.signIn();
  await Promise.all([addStarterPages(app.context), addStarterPages(app.context)]);
  const all = async () => (await app.json<Page[]>('GET', '/pages/admin', undefined, token)).body;
  expect((await all()).map(({ title, place, isPublished }) => [title, place, isPublished])).toEqual([
    ['Constitution', 'footer', false],
    ['Imprint', 'footer', false],
    ['Privacy', 'footer', false],
  ]);
  expect((await app.json<Page[]>('GET', '/pages')).body).toEqual([]);
  const privacy = (await all()).find(({ address }) => address === 'privacy');
  expect(await findPrivacyText(app.db)).toBeNull();
  await app.json('PUT', `/pages/admin/${privacy?.id}`, { isPublished: true, version: 1 }, token);
  expect(await findPrivacyText(app.db)).toContain('30 days after the event');
  await app.json('DELETE', `/pages/admin/${privacy?.id}`, undefined, token);
  await addStarterPages(app.context);
  expect(await all()).toHaveLength(2);
});

test('an unedited draft follows the name of the society, an edited one does not', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  await addStarterPages(app.context);
  const all = async () => (await app.json<Page[]>('GET', '/pages/admin', undefined, token)).body;
  const [constitution] = await all();
  await app.json('PUT', `/pages/admin/${constitution?.id}`, { content: '<p>We are old.</p>' }, token);
  await app.json('PUT', '/settings/admin', { societyName: 'Cats & Dogs', guestsKeptDays: 60 }, token);
  const texts = (await all()).map(({ content }) => content);
  expect(texts).toEqual([
    '<p>We are old.</p>',
    expect.stringContaining('published by Cats &amp; Dogs.'),
    expect.stringContaining('60 days after the event'),
  ]);
  expect(texts.join('')).not.toContain('One Health');
});

test('their texts are sanitised like saved ones, and contain the settings', () => {
  const settings = {
    ...defaultSettings,
    societyName: 'Cats & <Dogs>',
    contactLine: 'us@x.example',
    guestsKeptDays: 60,
  };
  for (const { content } of writeStarterPages(settings)) expect(sanitiseWithText(content).content).toBe(content);
  const [privacy] = writeStarterPages(settings);
  expect(privacy?.content).toContain('Cats &amp; &lt;Dogs&gt; decides');
  expect(privacy?.content).toContain('us@x.example');
  expect(daysInPrivacyText(privacy?.content ?? '')).toBe(60);
  expect(daysInPrivacyText('<p>We erase it soon.</p>')).toBeNull();
  expect(outdatedPrivacySentence(privacy?.content ?? '', 60)).toBeNull();
  expect(outdatedPrivacySentence(privacy?.content ?? '', 30)).toMatch(
    /^Please check: .* 60 days after an event, the settings say 30\.$/,
  );
  expect(pageNotice(privacy?.content ?? '', 60)).toBe('Please fill in [Name of the person who answers].');
  expect(pageNotice('<p>[president] and [aims] of [name]</p>', 60)).toBe(
    'Please fill in [president] and 2 other gaps.',
  );
  expect(pageNotice('<p>As shown [1], [14] and [ab], [sic], the society [the Guild]</p>', 60)).toBeNull();
  expect(pageNotice('<p><a href="https://example.org/?filter[name]=1">Ask</a> us.</p>', 60)).toBeNull();
  expect(pageNotice('<p>[Name of Guild &amp;&nbsp;Union]</p>', 60)).toBe(
    'Please fill in [Name of Guild &\u00a0Union].',
  );
});

test('every gap in the drafts is recognised as one', () => {
  for (const contactLine of ['', 'us@x.example'])
    for (const { content } of writeStarterPages({ ...defaultSettings, contactLine }))
      for (const line of content.split('<p>').filter((text) => text.includes('[')))
        for (const left of line.match(/\[[^\]]+\](?: days)?/g) ?? [line]) expect(gapsIn(left), left).toHaveLength(1);
});
