import { describe, expect, test } from 'vitest';
import { renderArticle } from '#features/newsletter/content/rendering.server.ts';
import type { IssueDraft } from '#features/newsletter/issues/drafts/issue-draft.schema.ts';
import type { IssueReport } from '#features/newsletter/issues/reports/issue-reports.schema.ts';
import { engines } from '#tests/support/database.ts';
import { issues, society } from '#tests/support/digests.ts';
import { appWithSubscribers, collector, createMailWorker } from '#tests/support/newsletter.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import type { ArchivedIssue, ArchivedLink } from './archive.schema.ts';

const list = async (app: TestApp) => (await app.json<ArchivedLink[]>('GET', '/newsletter/archive')).body;
const read = (app: TestApp, id = 1) => app.json<ArchivedIssue>('GET', `/newsletter/archive/${id}`);

/** What must stand in no page: addresses, tokens, places for them, pictures that count. */
const ofSubscribers = /@example\.org|token=|[\w-]{43}|\.invalid|unsubscribe|subscription|width="[01]"/i;

describe.each(engines)('the newsletters that went out, on %s', (engine) => {
  test('have a public page once they cannot be undone, without anything of a subscriber, until it is withdrawn', async () => {
    await using site = await appWithSubscribers(engine, 1);
    const { app } = site;
    const undoable = { holdSeconds: 60 };
    expect((await app.json('POST', '/newsletter/admin/send/1', undoable, await app.signIn())).status).toBe(200);
    expect(await list(app)).toEqual([]);
    expect((await read(app)).status).toBe(404);
    app.clock.advance(61_000);

    const { mails, mailer } = collector();
    await createMailWorker({ ...app.context, mailer }).sendDue();
    const [mail] = mails;
    expect(mail?.text).toContain('Read in the browser: https://society.example/newsletters/1\n');
    expect(mail?.html).toContain('href="https://society.example/newsletters/1"');
    const preview = '/newsletter/admin/preview/1?issue=1';
    const shown = await app.json<{ text: string }>('GET', preview, undefined, await app.signIn());
    expect(shown.body.text).toContain('Read in the browser: https://society.example/newsletters/1\n');
    expect(mail?.headers?.['list-archive']).toBe('<https://society.example/newsletters>');
    expect(await list(app)).toMatchObject([{ id: 1, subject: 'Bats, farms and us' }]);
    const { body } = await read(app);
    expect(body).toMatchObject({ id: 1, articleId: 1, subject: 'Bats, farms and us' });
    expect(body.html).toContain('<h1 dir="auto">Bats, farms and us</h1>');
    expect(body.html).not.toMatch(ofSubscribers);
    expect(body.html).not.toMatch(/style=|<table|You get this because/);

    // Mails that name it are out.
    for (const state of ['paused', 'cancelled'] as const) {
      await app.db.updateTable('issues').set({ state }).execute();
      expect((await read(app)).status).toBe(200);
    }
    const token = await app.signIn();
    const switchTo = (isArchived: boolean) => app.json('PUT', '/newsletter/admin/archive/1', { isArchived }, token);
    expect(await switchTo(false)).toMatchObject({ status: 200, body: { message: 'Its page is withdrawn.' } });
    expect([await list(app), (await read(app)).status]).toEqual([[], 404]);
    const detail = await app.json<IssueReport>('GET', '/newsletter/admin/issues/1', undefined, token);
    expect(detail.body).toMatchObject({ isArchived: false });
    await switchTo(true);
    expect((await read(app)).status).toBe(200);
    const noted = app.db.selectFrom('audit').select(['action', 'entityId']).where('administratorId', 'is not', null);
    expect((await noted.orderBy('id').execute()).slice(-2)).toEqual([
      { action: 'newsletter.withdraw', entityId: 1 },
      { action: 'newsletter.show', entityId: 1 },
    ]);
    expect((await app.json('PUT', '/newsletter/admin/archive/9', { isArchived: true }, token)).status).toBe(404);
    expect((await app.json('PUT', '/newsletter/admin/archive/1', { isArchived: false })).status).toBe(401);

    // What is off the site is not read there by another way.
    await app.db.updateTable('articles').set({ isPublished: false }).execute();
    expect([await list(app), (await read(app)).status]).toEqual([[], 404]);
    const off = await app.json<IssueReport>('GET', '/newsletter/admin/issues/1', undefined, token);
    expect(off.body).toMatchObject({ isArchived: true, isOffSite: true });
  });

  test('the page of a digest keeps only what is on the site: other texts are dropped, cancelled events are marked', async () => {
    await using site = await society(engine);
    const { app, call } = site;
    const [gone, off] = [await site.article('Deleted words'), await site.article('Unpublished words')];
    await site.article('Bats');
    const [walk, talk] = [await site.event('Walk', 2), await site.event('Deleted talk', 3)];
    const digest = await site.digest();
    await site.send(digest);
    const html = async () => (await read(app, digest.id)).body.html;
    for (const words of ['Deleted words', 'Unpublished words', 'Bats', 'Walk', 'Deleted talk'])
      expect(await html()).toContain(words);
    await call('DELETE', `/articles/admin/${gone.id}`);
    await call('PUT', `/articles/admin/${off.id}`, { isPublished: false });
    await call('POST', `/events/admin/${walk.id}/cancel`, {});
    await call('DELETE', `/events/admin/${talk.id}`);
    expect(await html()).not.toMatch(/Deleted words|Unpublished words|Deleted talk/);
    expect(await html()).toMatch(/Bats/);
    expect((await html()).match(/No longer on the site/g)).toHaveLength(3);
    expect(await html()).toMatch(/<b>Cancelled<\/b><\/p>.*Walk/s);
    await app.db.deleteFrom('articles').where('id', '=', gone.id).execute();
    expect((await html()).match(/No longer on the site/g)).toHaveLength(3);
    await call('PUT', `/articles/admin/${off.id}`, { isPublished: true });
    expect(await html()).toContain('Unpublished words');
  });

  test('are listed by their sending dates, whatever happens to them later', async () => {
    await using site = await society(engine);
    const { app } = site;
    await site.article('Bats');
    const late = await site.digest();
    await site.send(await site.digest());
    app.clock.advance(1000);
    const sentAt = app.clock.now().toISOString();
    await site.send(late);
    app.clock.advance(30 * 86_400_000);
    await site.deliver(['Bats']);
    expect(await list(app)).toMatchObject([{ id: late.id, sentAt }, { id: late.id + 1 }]);
  });

  test('a note that was stopped before anyone got it has no page', async () => {
    await using site = await society(engine);
    const { app, call } = site;
    for (const isPartlySent of [false, true]) {
      const note = await call<IssueDraft>('POST', issues, { kind: 'note' });
      const words = { title: 'To you', note: '<p>Hello.</p>', things: [], isArchived: true, version: note.version };
      await site.send(await call<IssueDraft>('PUT', `${issues}/${note.id}/draft`, words));
      if (isPartlySent)
        await app.db
          .updateTable('mails')
          .set({ state: 'sent' })
          .where('issueId', '=', note.id)
          .where('subscriberId', '=', 1)
          .execute();
      await call('DELETE', `${issues}/${note.id}/schedule`);
      expect((await list(app)).map(({ id }) => id)).toEqual(isPartlySent ? [note.id] : []);
    }
  });

  test('an issue without a page has no link ‘View in browser’', async () => {
    await using site = await appWithSubscribers(engine, 1);
    const { app } = site;
    await site.send();
    await app.db.updateTable('issues').set({ isArchived: false }).execute();
    const { mails, mailer } = collector();
    await createMailWorker({ ...app.context, mailer }).sendDue();
    expect(mails[0]?.html).not.toContain('Read in the browser');
    expect(mails[0]?.text).not.toContain('Read in the browser');
    expect(mails[0]?.html).toContain('Choose what you get');
  });
});

test('of a thousand pages none holds a token, an address or a placeholder', async () => {
  await using site = await appWithSubscribers('sqlite', 1);
  const { app } = site;
  const at = app.clock.now().toISOString();
  const { html, text } = await renderArticle(app.context, 1);
  const rows = Array.from({ length: 1000 }, (_, n) => ({
    html,
    text,
    kind: 'note' as const,
    articleId: null,
    subject: `Note ${n}`,
    state: 'done' as const,
    pauseReason: null,
    createdAt: at,
    updatedAt: at,
  }));
  for (let from = 0; from < rows.length; from += 100)
    await app.db
      .insertInto('issues')
      .values(rows.slice(from, from + 100))
      .execute();
  const mail = { kind: 'newsletter', state: 'sent' as const, subscriberId: 1, createdAt: at, nextAttemptAt: at };
  for (const { id } of await app.db.selectFrom('issues').select('id').execute())
    await app.db
      .insertInto('mails')
      .values({ ...mail, issueId: id, messageId: `<${id}@x>` })
      .execute();
  const links = await list(app);
  expect(links).toHaveLength(1000);
  for (const { id } of links) {
    const { html } = (await read(app, id)).body;
    expect(html).toContain('Bats, farms and us');
    expect(html).not.toMatch(ofSubscribers);
  }
});
