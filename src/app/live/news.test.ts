import { describe, expect, test } from 'vitest';
import { anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { demandFactor } from '#tests/support/society.ts';
import { testApp } from '#tests/support/test-app.ts';
import { createNews } from './news.ts';
import { beginVisit } from './visits.ts';

const form = 'articles-1';

describe.each(engines)('who is in a form, on %s', (engine) => {
  test('is told to the others, and no more once they have left it', async () => {
    await using app = await testApp({ engine });
    const [anna] = [await app.signIn(), await app.signIn()];
    await app.json('POST', '/articles/admin', anArticle(), anna);
    const [first, other] = await app.db.selectFrom('administrators').select('id').orderBy('id').execute();
    const news = createNews(app.context);
    const watch = (administratorId = 0, signal = new AbortController().signal) =>
      news.watch({ seconds: 60, visit: { form, administratorId }, signal });
    const mine = watch(first?.id);
    expect((await mine.next()).value).toEqual({ delayed: [], lateSchedules: [], colleagues: [], factorDemand: null });
    const leaving = new AbortController();
    const theirs = watch(other?.id, leaving.signal);
    // In two windows they are one person.
    const again = watch(other?.id);
    expect((await theirs.next()).value).toMatchObject({ colleagues: ['editor1'] });
    await again.next();
    expect((await mine.next()).value).toMatchObject({ colleagues: ['editor2'] });
    leaving.abort();
    expect(await theirs.next()).toEqual({ done: true, value: undefined });
    await again.return(undefined);
    expect((await mine.next()).value).toMatchObject({ colleagues: [] });
    await mine.return(undefined);
    expect(await app.db.selectFrom('formVisits').selectAll().execute()).toEqual([]);
  });

  test('ends within a minute after the process of theirs was killed', async () => {
    await using app = await testApp({ engine });
    await app.signIn();
    await app.signIn();
    const [first, other] = await app.db.selectFrom('administrators').select('id').orderBy('id').execute();
    await beginVisit(app.context, { form, administratorId: other?.id ?? 0 });
    const look = async () => {
      const watch = createNews(app.context).watch({
        seconds: 0,
        visit: { form, administratorId: first?.id ?? 0 },
        signal: new AbortController().signal,
      });
      const { value } = await watch.next();
      await watch.return(undefined);
      return value && 'colleagues' in value ? value.colleagues : null;
    };
    expect(await look()).toEqual(['editor2']);
    app.clock.advance(60_000);
    expect(await look()).toEqual([]);
  });
});

test('the second factor that everybody needs is told when it is asked, and when its day comes', async () => {
  await using app = await testApp();
  await app.signIn();
  const watch = createNews(app.context).watch({ seconds: 60, visit: null, signal: new AbortController().signal });
  const told = async () => (await watch.next()).value?.factorDemand;
  expect(await told()).toBeNull();
  await demandFactor(app, '2026-11-22');
  expect(await told()).toEqual({ from: '2026-11-22', isInForce: false });
  app.clock.advance(86_400_000);
  expect(await told()).toEqual({ from: '2026-11-22', isInForce: true });
  await watch.return(undefined);
});

test('a plan that waits for somebody is told, and no more when somebody has decided', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  await app.json('POST', '/articles/admin', anArticle({ title: 'Late' }), token);
  const publishAt = '2026-12-01T08:00:00';
  await app.json('PUT', '/articles/admin/1/schedule', { publishAt }, token);
  const watch = createNews(app.context).watch({ seconds: 60, visit: null, signal: new AbortController().signal });
  const told = async () => (await watch.next()).value?.lateSchedules;
  expect(await told()).toEqual([]);
  await app.db.updateTable('scheduledPublications').set({ state: 'late' }).execute();
  expect(await told()).toEqual([{ articleId: 1, title: 'Late', publishAt, sendsNewsletter: true, state: 'late' }]);
  await app.json('DELETE', '/articles/admin/1/schedule', undefined, token);
  expect(await told()).toEqual([]);
  await watch.return(undefined);
});

test('the stream tells the news at once and ends when it was asked to; other forms are refused', async () => {
  await using app = await testApp();
  const headers = { authorization: `Bearer ${await app.signIn()}` };
  const ask = (query: string) => app.request(`/api/v1/live/admin/events?${query}`, { headers });
  expect(await (await ask('seconds=0&form=events-7')).text()).toBe(
    'event: news\ndata: {"delayed":[],"lateSchedules":[],"colleagues":[],"factorDemand":null}\n\n',
  );
  expect((await ask('form=settings')).status).toBe(400);
  expect((await ask('seconds=x')).status).toBe(400);
});
