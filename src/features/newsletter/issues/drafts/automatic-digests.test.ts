import { describe, expect, test } from 'vitest';
import { runDueSchedules } from '#app/scheduling/run-due-schedules.ts';
import { listMissedSchedules } from '#features/articles/schedule/schedule-lists.server.ts';
import { issueDraftMessages } from '#features/newsletter/content/digests/digest.ts';
import { renderDigestOrNote } from '#features/newsletter/content/digests/digest-mail.server.ts';
import type { DigestRule } from '#features/settings/settings.schema.ts';
import { engines } from '#tests/support/database.ts';
import { issues, one, society, two } from '#tests/support/digests.ts';
import { lastDigestTime, scheduleDueDigest } from './automatic-digests.server.ts';
import type { IssueDraft } from './issue-draft.schema.ts';

const hour = 3_600_000;
const addressOf = (name: string) => `${name}@society.example`;

describe.each(engines)('digests on %s', (engine) => {
  test('each gets what they have not had, by itself or in a digest, and nothing where nothing is left', async () => {
    await using site = await society(engine);
    const { call, status } = site;
    await site.wish(two, 'digest');
    const first = await site.article('Bats');
    await call('POST', `/newsletter/admin/send/${first.id}`);
    const titles = ['Bats', 'Rivers', 'Heat'];
    expect(await site.deliver(titles)).toEqual([`${one} Bats`]);
    const second = await site.article('Rivers');
    const draft = await site.digest();
    expect(draft.things.map(({ title }) => title)).toEqual(['Rivers', 'Bats']);
    await site.send(draft);
    expect(await site.deliver(titles)).toEqual([`${one} Rivers`, `${two} Bats Rivers`]);
    // Who wants each again does not get again what a digest brought.
    await site.wish(two, 'each');
    const sent = await call<{ message: string }>('POST', `/newsletter/admin/send/${second.id}`);
    expect(sent.message).toBe('Every subscriber has already been sent this article.');
    const third = await site.article('Heat');
    await call('POST', `/newsletter/admin/send/${third.id}`);
    expect(await site.deliver(titles)).toEqual([`${one} Heat`, `${two} Heat`]);
    const next = await site.digest();
    expect(next.things.map(({ title }) => title)).toEqual(['Heat']);
    await site.send(next);
    expect(await site.deliver(titles)).toEqual([]);
    expect(await status('GET', `${issues}/${next.id}`)).toBe(200);
    const skipped = await site.app.db.selectFrom('mails').select('smtpAnswer').where('state', '=', 'skipped').execute();
    expect(skipped.map(({ smtpAnswer }) => smtpAnswer)).toEqual(Array(2).fill('Had all of it already'));
    // Nothing is new, so nothing is in the next.
    const { id, version } = await site.digest();
    expect(await status('POST', `${issues}/${id}/send`, { version })).toBe(400);
  });

  test('what is deleted, taken off the site or cancelled is left out, also after it was approved', async () => {
    await using site = await society(engine);
    const { call } = site;
    const [gone, stays] = [await site.article('Gone'), await site.article('Stays')];
    const [off, cancelled] = [await site.article('Hidden'), await site.event('Walk', 2)];
    await site.event('Talk', 1);
    const opening = { hasSignup: true, signupOpensAt: '2026-11-28T12:00:00.000Z' };
    await site.app.db.updateTable('events').set(opening).where('id', '=', cancelled.id).execute();
    const draft = await site.digest();
    expect(draft.things.map(({ title }) => title)).toEqual(['Hidden', 'Stays', 'Gone', 'Walk', 'Talk']);
    expect(draft.things[3]?.when).toContain('sign-up opens Nov 28, 2026');
    const closed = { hasSignup: true, signupClosesAt: '2026-11-20T12:00:00.000Z' };
    await site.app.db.updateTable('events').set(closed).where('title', '=', 'Talk').execute();
    const { things } = await call<typeof draft>('GET', `${issues}/${draft.id}/draft`);
    expect(things[4]?.when).not.toContain('sign');
    await call('DELETE', `/articles/admin/${gone.id}`);
    const wanted = { holdSeconds: 60, version: draft.version };
    const { message } = await call<{ message: string }>('POST', `${issues}/${draft.id}/send`, wanted);
    expect(message).toBe('Sending to 2 subscribers in 60 s. Left out: “Gone”: The article was deleted.');
    await call('PUT', `/articles/admin/${off.id}`, { isPublished: false });
    await call('POST', `/events/admin/${cancelled.id}/cancel`, {});
    await call('POST', `${issues}/${draft.id}/send`);
    const titles = ['Gone', 'Stays', 'Hidden', 'Talk', 'Walk'];
    expect(await site.deliver(titles)).toEqual([`${one} Stays Talk`, `${two} Stays Talk`]);
    expect(stays.id).toBeGreaterThan(0);
  });

  test('the next one holds what was published again since, and what found no room, but not what was removed from one', async () => {
    await using site = await society(engine);
    const { app, call } = site;
    await site.wish(two, 'digest');
    for (const title of ['Removed', 'Back', 'Told']) await site.article(title);
    const at = app.clock.now().toISOString();
    const row = {
      content: '<p>A</p>',
      contentText: 'A',
      imageUrl: null,
      imageAlt: '',
      isFeatured: false,
      isPublished: true,
    };
    const dates = { createdAt: at, updatedAt: at, publishedAt: at };
    const many = Array.from({ length: 101 }, (_, n) => ({ title: `Many ${n}.`, description: 'A', ...row, ...dates }));
    await app.db.insertInto('articles').values(many).execute();
    const hide = (isPublished: boolean) =>
      app.db.updateTable('articles').set({ isPublished }).where('title', '=', 'Back').execute();
    const first = await site.digest();
    expect(first.things).toHaveLength(100);
    const byTitle = async (...titles: string[]) =>
      app.db.selectFrom('articles').select('id').where('title', 'in', titles).execute();
    const things = (await byTitle('Removed', 'Back', 'Told')).map(({ id }) => ({ kind: 'article', id }));
    const input = { title: 'News', note: '', isArchived: true };
    const path = `${issues}/${first.id}/draft`;
    const all = { ...input, things: [...first.things.map(({ kind, id }) => ({ kind, id })), ...things] };
    const { version } = await call<IssueDraft>('PUT', path, { ...all, version: first.version });
    const fewer = { ...all, things: all.things.filter(({ id }) => id !== things[0]?.id), version };
    const saved = await call<IssueDraft>('PUT', path, fewer);
    await hide(false);
    await site.send(saved);
    await site.deliver([]);
    await hide(true);
    const next = await site.digest();
    expect(next.things.map(({ title }) => title)).toEqual(['Many 0.', 'Back']);
    await site.send(next);
    expect(await site.deliver(['Removed', 'Back', 'Many 0.', 'Told'])).toEqual([
      `${one} Back Many 0.`,
      `${two} Back Many 0.`,
    ]);
  });

  test('who is erased while a digest waits gets none of it, and the others all', async () => {
    await using site = await society(engine);
    await site.article('Bats');
    const { id, version } = await site.digest();
    await site.call('POST', `${issues}/${id}/send`, { version, holdSeconds: 60 });
    await site.call('DELETE', '/newsletter/admin/subscribers/1');
    site.app.clock.advance(61_000);
    expect(await site.deliver(['Bats'])).toEqual([`${two} Bats`]);
    expect(await site.app.db.selectFrom('issues').select('state').execute()).toEqual([{ state: 'done' }]);
  });

  test('a note goes to all who want anything, once; a wish for nothing counts until it leaves', async () => {
    await using site = await society(engine);
    const { call, status } = site;
    await site.wish(two, 'digest');
    const note = await call<IssueDraft>('POST', issues, { kind: 'note' });
    expect(await status('POST', `${issues}/${note.id}/send`, { version: note.version })).toBe(400);
    const input = { title: 'Rooms', note: '<p>We have <script>x</script>moved.</p>', things: [], isArchived: false };
    const saved = await call<IssueDraft>('PUT', `${issues}/${note.id}/draft`, { ...input, version: note.version });
    expect(saved.note).toBe('<p>We have moved.</p>');
    expect(await status('PUT', `${issues}/${note.id}/draft`, { ...input, version: note.version })).toBe(200);
    const other = { ...input, title: 'Halls', version: note.version };
    expect(await status('PUT', `${issues}/${note.id}/draft`, other)).toBe(409);
    await site.send(await call<IssueDraft>('GET', `${issues}/${note.id}/draft`));
    await site.wish(one, 'none');
    expect(await site.deliver(['moved.'])).toEqual([`${two} moved.`]);
  });

  test('characters that no text holds are left out of a note, and it is sent', async () => {
    await using site = await society(engine);
    const { call } = site;
    const { id, version } = await call<IssueDraft>('POST', issues, { kind: 'note' });
    const odd = {
      title: 'Ro\u0000oms\nand\thalls',
      note: '<p>We have\u0000 moved.</p>',
      things: [],
      isArchived: false,
    };
    const saved = await call<IssueDraft>('PUT', `${issues}/${id}/draft`, { ...odd, version });
    expect(saved.title).toBe('Rooms and halls');
    await site.send(saved);
    expect(await site.deliver(['We have moved.'])).toEqual([`${one} We have moved.`, `${two} We have moved.`]);
  });

  test('a stop wins over anyone who sends at the same time, before and after', async () => {
    await using site = await society(engine);
    const { call, status } = site;
    await site.article('Bats');
    const draft = await site.digest();
    const plan = { publishAt: '2026-11-21T13:00:00' };
    expect(await status('PUT', `${issues}/${draft.id}/schedule`, plan)).toBe(400);
    await call('PUT', `${issues}/${draft.id}/schedule`, { ...plan, version: draft.version });
    const seen = await call<IssueDraft>('GET', `${issues}/${draft.id}/draft`);
    expect(seen.schedule).toMatchObject({ publishAt: '2026-11-21T13:00:00', state: 'scheduled' });
    await call('DELETE', `${issues}/${draft.id}/schedule`);
    expect(await status('POST', `${issues}/${draft.id}/send`, { version: seen.version })).toBe(409);
    const now = await call<IssueDraft>('GET', `${issues}/${draft.id}/draft`);
    await call('POST', `${issues}/${draft.id}/send`, { version: now.version, holdSeconds: 60 });
    await call('DELETE', `${issues}/${draft.id}/schedule`);
    site.app.clock.advance(2 * hour);
    await runDueSchedules(site.app.context);
    expect(await site.deliver(['Bats'])).toEqual([]);
    // As from the notice of the wait, which is over.
    expect(await status('POST', `${issues}/${draft.id}/send`, { holdSeconds: 0 })).toBe(409);
    expect(await site.deliver(['Bats'])).toEqual([]);
    // It can be sent all the same, when someone has looked.
    await site.send(await call<IssueDraft>('GET', `${issues}/${draft.id}/draft`));
    expect(await site.deliver(['Bats'])).toEqual([`${one} Bats`, `${two} Bats`]);
  });

  test('a Send now of before another’s Undo does not end the undo window of a new send', async () => {
    await using site = await society(engine);
    const { call, status } = site;
    await site.article('Bats');
    const { id, version } = await site.digest();
    const send = async (version: string) =>
      (await call<{ sendAfter: string }>('POST', `${issues}/${id}/send`, { version, holdSeconds: 60 })).sendAfter;
    const sendNow = (sendAfter: string) => status('POST', `${issues}/${id}/send`, { sendAfter });
    const before = await send(version);
    await call('POST', `${issues}/${id}/undo`);
    expect(await sendNow(before)).toBe(409);
    site.app.clock.advance(1000);
    const again = await send((await call<IssueDraft>('GET', `${issues}/${id}/draft`)).version);
    expect(await sendNow(before)).toBe(409);
    expect(await site.deliver(['Bats'])).toEqual([]);
    expect(await sendNow(again)).toBe(200);
    expect(await site.deliver(['Bats'])).toEqual([`${one} Bats`, `${two} Bats`]);
  });

  test('a Send now names how many get it, also when others have subscribed since', async () => {
    await using site = await society(engine);
    await site.article('Bats');
    await site.wish(two, 'none');
    const { id, version } = await site.digest();
    await site.call('POST', `${issues}/${id}/send`, { version, holdSeconds: 60 });
    await site.wish(two, 'each');
    expect(await site.call('POST', `${issues}/${id}/send`)).toMatchObject({
      message: 'The newsletter is already on its way to 1 subscriber.',
    });
    expect(await site.deliver(['Bats'])).toEqual([`${one} Bats`]);
  });

  test('a digest goes out by itself a day after the administrators got its draft; a thin week sends none', async () => {
    await using site = await society(engine);
    const { app } = site;
    const tick = async (ms: number) => {
      app.clock.advance(ms);
      await scheduleDueDigest(app.context);
      await scheduleDueDigest(app.context);
      await runDueSchedules(app.context);
    };
    const drafts = () =>
      app.db.selectFrom('mails').select('recipient').where('kind', '=', 'newsletter-draft').execute();
    await site.follow({});
    await tick(0);
    await site.article('Bats');
    // Sunday, 8:00 in London: one thing is too little.
    await tick(20 * hour);
    expect(await drafts()).toEqual([]);
    const told = await app.db.selectFrom('audit').select('detail').where('action', '=', 'newsletter.thin').execute();
    expect(told).toEqual([{ detail: JSON.stringify({ things: 1, fewest: 2 }) }]);
    await site.article('Rivers');
    await tick(7 * 24 * hour);
    expect(await drafts()).toHaveLength(2);
    await tick(24 * hour - 60_000);
    expect(await site.deliver(['Bats', 'Rivers'])).toEqual([]);
    const [draft] = site.toAdministrators;
    expect(site.toAdministrators.map(({ to }) => to).toSorted()).toEqual(['editor1', 'editor2'].map(addressOf));
    expect(draft?.subject).toMatch(/^\[Draft\] What is new/);
    expect(draft?.text).toContain('Nov 30, 2026 at 8:00 AM (London), unless someone stops it.');
    for (const words of ['Bats', 'Rivers', 'Stop: https://society.example/admin/newsletter/1?issue=1&stop=1'])
      expect(draft?.text).toContain(words);
    await tick(60_000);
    expect(await site.deliver(['Bats', 'Rivers'])).toEqual([`${one} Bats Rivers`, `${two} Bats Rivers`]);
    await tick(60_000);
    expect(await site.deliver(['Bats', 'Rivers'])).toEqual([]);
  });

  test('a rule that is over takes its digest out of the schedule, and begins anew when it comes back', async () => {
    await using site = await society(engine);
    const { app } = site;
    const tick = async (ms: number) => {
      app.clock.advance(ms);
      await scheduleDueDigest(app.context);
      await runDueSchedules(app.context);
    };
    const scheduled = async () => (await app.db.selectFrom('scheduledPublications').select('id').execute()).length;
    const drafts = async () => (await app.db.selectFrom('issues').select('state').execute()).map(({ state }) => state);
    await site.follow({ fewest: 1 });
    await tick(0);
    await site.article('Bats');
    await tick(20 * hour);
    await site.follow({ fewest: 2 });
    await tick(60_000);
    expect(await scheduled()).toBe(1);
    await site.follow({ every: 'off' });
    await tick(60_000);
    expect([await scheduled(), await drafts()]).toEqual([0, ['draft']]);
    await tick(9 * 24 * hour);
    await site.follow({ fewest: 1 });
    await tick(0);
    expect([await scheduled(), await drafts()]).toEqual([0, ['draft']]);
    expect(await site.deliver(['Bats'])).toEqual([]);
  });

  test('after a clock that was a year ahead digests go on at the next date', async () => {
    await using site = await society(engine);
    const { app } = site;
    const now = app.clock.now().toISOString();
    const tick = async () => {
      await scheduleDueDigest(app.context);
      await runDueSchedules(app.context);
    };
    await site.follow({ fewest: 1 });
    await tick();
    app.clock.advance(365 * 24 * hour);
    await tick();
    app.clock.set(now);
    await tick();
    await site.article('Bats');
    app.clock.advance(20 * hour);
    await tick();
    app.clock.advance(24 * hour);
    await tick();
    expect(await site.deliver(['Bats'])).toEqual([`${one} Bats`, `${two} Bats`]);
  });

  test('when the site was off at the time it goes up to six hours late, and asks after that', async () => {
    await using site = await society(engine);
    const { app } = site;
    const tick = async (ms: number) => {
      app.clock.advance(ms);
      await scheduleDueDigest(app.context);
      await runDueSchedules(app.context);
    };
    await site.follow({ fewest: 1 });
    await tick(0);
    await site.article('Bats');
    await tick(20 * hour);
    await tick(24 * hour + 5 * hour);
    expect(await site.deliver(['Bats'])).toHaveLength(2);
    await site.article('Rivers');
    // No one could be asked a day before.
    await tick(6 * 24 * hour + 3 * hour);
    const late = await app.db.selectFrom('scheduledPublications').select('state').execute();
    expect(late).toEqual([{ state: 'late' }]);
    expect(await site.deliver(['Rivers'])).toEqual([]);
    const [plan] = await listMissedSchedules(app.db);
    expect(plan).toMatchObject({ articleId: null, issueId: 2, state: 'late' });
    const { version } = await site.call<IssueDraft>('GET', `${issues}/2/draft`);
    await site.call('POST', `${issues}/2/send`, { version });
    expect(await site.deliver(['Rivers'])).toHaveLength(2);
  });

  test('one that Gmail would cut off before the way to unsubscribe is neither sent nor scheduled', async () => {
    await using site = await society(engine);
    const { call } = site;
    const { id } = await site.article('Bats');
    for (const kind of ['note', 'digest'] as const) {
      const begun = await call<IssueDraft>('POST', issues, { kind });
      const path = `${issues}/${begun.id}`;
      const things = kind === 'note' ? [] : [{ kind: 'article', id }];
      const save = (note: string, version: string) =>
        call<IssueDraft>('PUT', `${path}/draft`, { title: 'Rooms', note, things, isArchived: false, version });
      const { version } = await save('<p>We moved. </p>'.repeat(2_000), begun.version);
      const refused = { status: 400, body: { fields: { note: issueDraftMessages.tooLong } } };
      expect(await site.answer('POST', `${path}/send`, { version })).toMatchObject(refused);
      const planned = { publishAt: '2026-11-21T14:00:00', version };
      expect(await site.answer('PUT', `${path}/schedule`, planned)).toMatchObject(refused);
      expect(await site.deliver(['moved.'])).toEqual([]);
      await call('POST', `${path}/send`, { version: (await save('<p>We moved.</p>', version)).version });
      expect(await site.deliver(['moved.'])).toHaveLength(2);
    }
  });

  test.each(['note', 'digest'])(
    'a %s that someone scheduled waits for a person when it is more than six hours late',
    async (kind) => {
      await using site = await society(engine);
      const { app, call } = site;
      const { id } = await site.article('Bats');
      const begun = await call<IssueDraft>('POST', issues, { kind });
      const things = kind === 'note' ? [] : [{ kind: 'article', id }];
      const path = `${issues}/${begun.id}`;
      const input = { title: 'Rooms', note: '<p>We moved.</p>', things, isArchived: false, version: begun.version };
      const saved = await call<IssueDraft>('PUT', `${path}/draft`, input);
      await call('PUT', `${path}/schedule`, { publishAt: '2026-11-21T14:00:00', version: saved.version });
      const plans = () => app.db.selectFrom('scheduledPublications').select(['issueId', 'state']).execute();
      expect(await plans()).toEqual([{ issueId: begun.id, state: 'scheduled' }]);
      app.clock.advance(8 * hour + 60_000);
      await runDueSchedules(app.context);
      expect(await plans()).toEqual([{ issueId: begun.id, state: 'late' }]);
      expect(await site.deliver(['moved.'])).toEqual([]);
      const { version } = await call<IssueDraft>('GET', `${path}/draft`);
      await call('POST', `${path}/send`, { version });
      expect(await site.deliver(['moved.'])).toHaveLength(2);
    },
  );
});

/** Gmail cuts at 102 kB. */
test('a mail of 200 articles is not cut off, and one of ten is small', async () => {
  await using site = await society('sqlite');
  const { db, clock, context } = site.app;
  const at = clock.now().toISOString();
  const row = { content: '<p>A</p>', contentText: 'A', imageUrl: null, imageAlt: '', isFeatured: false };
  const dates = { isPublished: true, createdAt: at, updatedAt: at, publishedAt: at };
  const articles = Array.from({ length: 200 }, (_, n) => ({
    title: `健康 ${n} `.repeat(10),
    description: '病毒'.repeat(120),
  }));
  const made = db.insertInto('articles').values(articles.map((article) => ({ ...article, ...row, ...dates })));
  const things = (await made.returning('id').execute()).map(({ id }) => ({ kind: 'article' as const, id }));
  for (const [count, most] of [
    [200, 102_000],
    [10, 30_000],
  ] as const) {
    const content = { title: 'News', note: '', things: things.slice(0, count), composedAt: at, isAutomatic: false };
    const { html } = await renderDigestOrNote(context, content);
    expect(html.split('<h3')).toHaveLength(count + 1);
    expect(Buffer.byteLength(html)).toBeLessThan(most);
    expect(html).not.toMatch(/display:\s*(inline-)?(flex|grid)|\.webp|\.avif|<script|<link|<svg|position:|url\(/i);
  }
});

test('the times of a rule are right over both clock changes', () => {
  const at = (rule: Partial<DigestRule>, until: string, zone = 'Europe/London') =>
    lastDigestTime({ every: 'week', weekday: 0, hour: 1, fewest: 2, ...rule }, zone, new Date(until));
  // The clocks skip 1:00 to 2:00 on March 28, 2027, and show it twice on October 31.
  expect(at({}, '2027-03-28T12:00:00Z')).toEqual({
    publishAt: '2027-03-28T02:00:00',
    dueAt: '2027-03-28T01:00:00.000Z',
  });
  expect(at({}, '2027-10-31T00:30:00Z')?.dueAt).toBe('2027-10-31T00:00:00.000Z');
  expect(at({ hour: 8 }, '2027-10-31T07:59:59Z')?.dueAt).toBe('2027-10-24T07:00:00.000Z');
  expect(at({ hour: 8 }, '2027-10-31T08:00:00Z')?.dueAt).toBe('2027-10-31T08:00:00.000Z');
  expect(at({ every: 'month', weekday: 1, hour: 8 }, '2027-04-30T00:00:00Z')?.publishAt).toBe('2027-04-05T08:00:00');
  expect(at({ every: 'off' }, '2027-04-30T00:00:00Z')).toBeNull();
  const fortnights = ['01', '08', '15', '22'].map((day) =>
    at({ every: 'fortnight', weekday: 1 }, `2027-02-${day}T12:00:00Z`),
  );
  expect(new Set(fortnights.map((time) => time?.dueAt)).size).toBe(2);
});
