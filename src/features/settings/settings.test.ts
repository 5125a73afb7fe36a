import { describe, expect, test } from 'vitest';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import type { Revision, RevisionDetail } from '#features/revisions/revision.schema.ts';
import { anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { AdminSettings, SettingsInput } from './settings.schema.ts';
import { defaultSettings, type SiteSettings, textSettings } from './settings.ts';

type Refusal = { message: string; code: string; fields?: Record<string, string> };

const save = (app: TestApp, token: string, input: SettingsInput) =>
  app.json<AdminSettings>('PUT', '/settings/admin', input, token);

const link = (number: number) => ({ label: `Link ${number}`, url: `https://example.org/${number}` });

describe.each(engines)('settings on %s', (engine) => {
  test('a part can be saved, the rest stays, and visitors see it at once', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const first = await app.json<AdminSettings>('GET', '/settings/admin', undefined, token);
    expect(first.body).toEqual({
      ...defaultSettings,
      version: 1,
      savedAt: null,
      savedBy: null,
      sender: 'One Health Student Society <newsletter@localhost>',
    });

    const socialLinks = [{ label: 'Mastodon', url: 'https://social.example/@society' }];
    const renamed = {
      societyName: 'Planetary Health Society',
      copyrightLine: '© 2024 Planetary Health Society',
      heroTitle: 'Planetary Health Society',
    };
    const saved = await save(app, token, { societyName: ' Planetary  Health\nSociety ', socialLinks });
    expect(saved).toMatchObject({
      status: 200,
      body: {
        ...defaultSettings,
        ...renamed,
        socialLinks,
        version: 2,
        savedAt: '2026-11-21T12:00:00.000Z',
        savedBy: 'editor1',
        sender: 'Planetary Health Society <newsletter@localhost>',
      },
    });
    const open = await app.json<SiteSettings>('GET', '/settings');
    expect(open.body).toEqual({ ...defaultSettings, ...renamed, socialLinks });

    const second = await save(app, token, { homeVariant: 'spotlight', aboutText: 'One\r\nTwo ' });
    expect(second.body).toMatchObject({ homeVariant: 'spotlight', aboutText: 'One\nTwo', socialLinks, version: 3 });
  });

  test('each save is in the audit with the changed keys; a save without a change is not', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    await save(app, token, { heroTitle: 'Hello', heroTagline: defaultSettings.heroTagline, designCredit: '' });
    expect((await save(app, token, { heroTitle: ' Hello ' })).body.version).toBe(2);
    const rows = await app.db.selectFrom('audit').selectAll().where('action', '=', 'settings.update').execute();
    expect(rows.map(({ entityId, detail }) => [entityId, JSON.parse(detail)])).toEqual([
      [null, { changed: 'heroTitle, designCredit' }],
    ]);
    expect(rows[0]?.administratorId).toEqual(expect.any(Number));
  });

  test('a save of an old version is refused, one without a version is accepted', async () => {
    await using app = await testApp({ engine });
    const [ada, ben] = [await app.signIn(), await app.signIn()];
    expect((await save(app, ada, { shortName: 'Ada', version: 1 })).status).toBe(200);
    const refused = await app.json<Refusal>('PUT', '/settings/admin', { shortName: 'Ben', version: 1 }, ben);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        message: 'editor1 saved the settings at the same time as you.',
        code: 'conflict',
        conflict: { by: 'editor1', at: '2026-11-21T12:00:00.000Z', version: 2 },
      },
    });
    expect((await app.json<SiteSettings>('GET', '/settings')).body.shortName).toBe('Ada');
    expect((await save(app, ben, { shortName: 'Ben', version: 2 })).body).toMatchObject({
      version: 3,
      savedBy: 'editor2',
    });
    expect((await save(app, ada, { shortName: 'Ada' })).body.version).toBe(4);
  });

  test('of two saves of the same version at the same time one is refused', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const both = await Promise.all(['One', 'Two'].map((shortName) => save(app, token, { shortName, version: 1 })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('every save is kept, with the state before the first, and each can be restored', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const event = await app.json<SocietyEvent>('POST', '/events/admin', anEvent(), token);
    await save(app, token, { heroTitle: 'One', timeZone: 'Asia/Tokyo' });
    app.clock.advance(60_000);
    await save(app, token, { heroTitle: 'Two', socialLinks: [link(1)] });
    const { body: kept } = await app.json<Revision[]>('GET', '/settings/admin/0/revisions', undefined, token);
    expect(kept.map(({ summary, version, by }) => [summary, version, by])).toEqual([
      ['Title and social links changed', 3, 'editor1'],
      ['Title and time zone changed', 2, 'editor1'],
      ['As it was before', 1, null],
    ]);
    const first = `/settings/admin/0/revisions/${kept[2]?.id}`;
    expect((await app.json<RevisionDetail>('GET', first, undefined, token)).body.data).toEqual({
      ...defaultSettings,
    });
    const back = await app.json<AdminSettings>('POST', `${first}`, undefined, token);
    expect(back).toMatchObject({ status: 200, body: { ...defaultSettings, version: 4, savedBy: 'editor1' } });
    const same = await app.json<SocietyEvent>('GET', `/events/${event.body.id}`);
    expect(same.body.startsAt).toBe(event.body.startsAt);
    const audited = await app.db.selectFrom('audit').select('detail').where('action', '=', 'settings.revert').execute();
    expect(audited.map(({ detail }) => JSON.parse(detail))).toEqual([
      { changed: 'heroTitle, socialLinks, timeZone', revisionId: kept[2]?.id },
    ]);
  });

  test('a version from before a new name is restored with texts that follow the next name, too', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    await save(app, token, { societyName: 'Botany' });
    const { body: kept } = await app.json<Revision[]>('GET', '/settings/admin/0/revisions', undefined, token);
    await app.json('POST', `/settings/admin/0/revisions/${kept.at(-1)?.id}`, undefined, token);
    expect((await app.json<SiteSettings>('GET', '/settings')).body).toEqual(defaultSettings);
    await save(app, token, { societyName: 'Botany' });
    expect((await app.json<SiteSettings>('GET', '/settings')).body).toMatchObject({ heroTitle: 'Botany' });
  });

  test('invalid values are refused with a sentence for each field, and nothing is saved', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const put = (body: unknown) => app.json<Refusal>('PUT', '/settings/admin', body, token);
    const refused = await put({
      societyName: ' \n ',
      shortName: 'x'.repeat(31),
      membershipUrl: 'javascript:alert(1)',
      timeZone: 'Europe/Atlantis',
      socialLinks: [link(1), { label: ' ', url: 'ftp://example.org' }],
      defaultEventImage: 'data:image/png;base64,AAAA',
      heroTitle: 'Fine',
    });
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toEqual({
      societyName: 'Please enter the society name',
      shortName: 'Short name must be at most 30 characters',
      membershipUrl: 'Please enter a web address that starts with https:// or http://',
      timeZone: 'Please choose a time zone from the list',
      'socialLinks.1.label': 'Please enter a name for the link',
      'socialLinks.1.url': 'Please enter a web address that starts with https:// or http://',
      defaultEventImage: 'The image address must start with http://, https:// or /',
    });
    expect((await put({ homeVariant: 'carousel' })).body.fields).toHaveProperty('homeVariant');
    const tooMany = Array.from({ length: 9 }, (_, index) => link(index));
    expect((await put({ socialLinks: tooMany })).body.fields).toEqual({ socialLinks: 'There is room for 8 links' });
    expect((await app.json('GET', '/settings')).body).toEqual(defaultSettings);
    expect((await put({ socialLinks: tooMany.slice(0, 8) })).status).toBe(200);
  });

  test('every text has its limit in UTF-16 units, and only optional ones may be empty', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    // Its limit is that of an address.
    const { securityContact: _address, ...texts } = textSettings;
    for (const [key, { limit, needed }] of Object.entries(texts)) {
      const fits = '😀'.repeat(Math.floor(limit / 2));
      expect((await save(app, token, { [key]: fits })).status, key).toBe(200);
      expect((await save(app, token, { [key]: `${fits}xx` })).status, key).toBe(400);
      expect((await save(app, token, { [key]: '' })).status, key).toBe(needed ? 400 : 200);
    }
  });

  test('a default picture is one of ours or any address, and can be reset', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const pictures = { defaultArticleImage: '/uploads/articles/1.webp', defaultAvatarImage: 'https://a.example/b.png' };
    expect((await save(app, token, pictures)).body).toMatchObject(pictures);
    // What visitors get is from nowhere else: the copy, and until it is there the picture that comes with the site.
    expect((await app.json('GET', '/settings')).body).toMatchObject({
      ...pictures,
      defaultAvatarImage: defaultSettings.defaultAvatarImage,
    });
    const back = await app.json('PUT', '/settings/admin', { defaultArticleImage: null, defaultAvatarImage: '' }, token);
    const { defaultArticleImage, defaultAvatarImage } = defaultSettings;
    expect(back.body).toMatchObject({ defaultArticleImage, defaultAvatarImage });
  });

  test('the time zone of the environment counts until an administrator chooses one', async () => {
    await using app = await testApp({ engine, config: { timeZone: 'Asia/Tokyo' } });
    const token = await app.signIn();
    expect((await save(app, token, { heroTitle: 'Hello', timeZone: 'Asia/Tokyo' })).body.timeZone).toBe('Asia/Tokyo');
    const rows = await app.db.selectFrom('settings').select('key').where('key', '=', 'timeZone').execute();
    expect(rows).toEqual([]);
    expect((await save(app, token, { timeZone: 'Africa/Nairobi' })).body.timeZone).toBe('Africa/Nairobi');
  });
});

test('an address with and without its scheme is accepted, and stored in one form', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const socialLinks = [{ label: 'Mastodon', url: 'social.example/@bats' }];
  const sent = { securityContact: 'mailto:x@society.example', membershipUrl: 'forms.example/join', socialLinks };
  const { body } = await app.json('PUT', '/settings/admin', sent, token);
  expect(body).toMatchObject({
    securityContact: 'x@society.example',
    membershipUrl: 'https://forms.example/join',
    socialLinks: [{ label: 'Mastodon', url: 'https://social.example/@bats' }],
  });
});
