import { describe, expect, test } from 'vitest';
import { audit } from '#platform/audit.ts';
import type { AuditAction } from '#shared/audit-action.ts';
import { aMember, anArticle, anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { Activity } from './activity.schema.ts';
import { purgeOldActivity } from './activity.server.ts';

async function read(app: TestApp, token: string, query = '') {
  const answer = await app.json<Activity[]>('GET', `/activity/admin${query}`, undefined, token);
  return { ...answer, sentences: answer.body.map(sentence) };
}

function sentence({ doer, before, name, after }: Activity): string {
  return `${doer} ${before}${name ?? ''}${after}`;
}

describe.each(engines)('activity on %s', (engine) => {
  test('says in sentences who did what, newest first, with links to what still exists', async () => {
    await using app = await testApp({ engine });
    const you = await app.signIn();
    const post = (path: string, body: object = {}) => app.json('POST', path, body, you);
    await post('/articles/admin', anArticle({ title: 'Rabies in cities' }));
    await post('/articles/admin/publish/1');
    await post('/newsletter/admin/send/1');
    await post('/events/admin', anEvent({ title: 'Evening lecture' }));
    await post('/members/admin', aMember({ name: 'Ada' }));
    await app.json('DELETE', '/events/admin/1', undefined, you);
    const { body, sentences } = await read(app, you);
    expect(sentences).toEqual([
      'editor1 moved the event “Evening lecture” to the bin',
      'editor1 added Ada to the committee',
      'editor1 added the event “Evening lecture”',
      'editor1 asked to send the newsletter about “Rabies in cities”: there was no one to send it to, so no one was emailed',
      'editor1 published the article “Rabies in cities”',
      'editor1 wrote the draft “Rabies in cities”',
      'editor1 signed in',
    ]);
    const links = body.map(({ link }) => link);
    expect(links.slice(0, 4)).toEqual([null, '/admin/committee?edit=1', null, '/admin/articles?edit=1']);

    await app.db.deleteFrom('events').execute();
    expect((await read(app, you)).sentences.filter((one) => one.includes('event'))).toEqual([
      'editor1 moved an event to the bin',
      'editor1 added an event',
    ]);
  });

  test('names what went live or was taken off, and the kind of a newsletter', async () => {
    await using app = await testApp({ engine });
    const you = await app.signIn();
    const call = (method: string, path: string, body: object = {}) => app.json(method, path, body, you);
    await call('POST', '/articles/admin', anArticle({ title: 'Rabies' }));
    await call('PUT', '/articles/admin/1', { description: 'Of bats' });
    await call('POST', '/articles/admin/publish/1');
    await call('PUT', '/articles/admin/1', { isPublished: false });
    const { body: page } = await call('POST', '/pages/admin', { title: 'Rules', content: '<p>Be kind.</p>' });
    for (const isPublished of [true, false]) await call('PUT', `/pages/admin/${page.id}`, { isPublished });
    await call('POST', '/newsletter/admin/issues', { kind: 'note' });
    expect((await read(app, you)).sentences.slice(0, 8)).toEqual([
      'editor1 started the note “Untitled”',
      'editor1 unpublished the page “Rules”',
      'editor1 published the page “Rules”',
      'editor1 wrote the page “Rules”',
      'editor1 unpublished the article “Rabies”',
      'editor1 published the article “Rabies”',
      'editor1 changed the article “Rabies”',
      'editor1 wrote the draft “Rabies”',
    ]);
  });

  test('is read in pages', async () => {
    await using app = await testApp({ engine });
    const you = await app.signIn();
    for (let i = 0; i < 5; i++) await app.json('POST', '/members/admin', aMember({ name: `Member ${i}` }), you);
    const first = await read(app, you, '?limit=3');
    expect(first.headers.get('x-total-count')).toBe('6');
    const cursor = first.headers.get('x-next-cursor');
    const second = await read(app, you, `?limit=3&cursor=${cursor}`);
    expect([...first.sentences, ...second.sentences]).toEqual([
      ...[4, 3, 2, 1, 0].map((i) => `editor1 added Member ${i} to the committee`),
      'editor1 signed in',
    ]);
    expect(second.headers.get('x-next-cursor')).toBeNull();
    expect((await app.json('GET', '/activity/admin?cursor=x', undefined, you)).status).toBe(400);
  });

  test('shows administrators without their addresses, and failed sign-ins as one line an hour', async () => {
    await using app = await testApp({ engine });
    const you = await app.signIn();
    await app.signIn();
    const post = (path: string, body: object = {}) => app.json('POST', path, body, you);
    const { body } = await post('/admin/administrators/invitations', { email: 'ben@society.example', username: 'ben' });
    const token = new URL(String(body.link)).hash.replace('#token=', '');
    await app.json('POST', '/account-links/use', { token, password: 'marmot umbrella violin' });
    await post('/admin/administrators/2/sign-out');
    await post('/admin/administrators/2/deactivate');
    await post('/admin/administrators/2/reactivate');
    for (const name of ['editor1', 'editor1', 'nobody'])
      await app.json('POST', '/admin/login', { usernameOrEmail: name, password: 'wrong' });
    app.clock.advance(3_600_001);
    await app.json('POST', '/admin/login', { usernameOrEmail: 'editor1', password: 'wrong' });
    const answer = await read(app, you);
    expect(answer.sentences.slice(0, 8)).toEqual([
      'Someone failed to sign in as editor1 once',
      'Someone failed to sign in once',
      'Someone failed to sign in as editor1 2 times',
      'editor1 reactivated editor2',
      'editor1 deactivated editor2',
      'editor1 signed editor2 out everywhere',
      'ben accepted an invitation and joined',
      'editor1 invited ben',
    ]);
    expect(JSON.stringify(answer.body)).not.toContain('@');
    expect(JSON.stringify(answer.body)).not.toContain(token);
  });

  test('shows unknown actions as a neutral sentence, and is erased after 400 days', async () => {
    await using app = await testApp({ engine });
    const you = await app.signIn();
    const at = app.clock.now();
    // As another version of the site may have written them.
    const unknown = (action: string) => action as AuditAction;
    await audit(app.db, { at, administratorId: 1, action: unknown('teapot.boil'), entityId: 1 });
    await audit(app.db, { at, administratorId: null, action: unknown('article.fold'), entityId: 99 });
    await audit(app.db, { at, administratorId: null, action: 'subscriber.suppress', entityId: 7 });
    await audit(app.db, { at, administratorId: null, action: 'subscriber.confirm', entityId: 7 });
    expect((await read(app, you)).sentences.slice(0, 4)).toEqual([
      'A visitor confirmed a subscription to the newsletter',
      'The site stopped writing to an address that refuses email',
      'The site changed an article',
      'editor1 made a change',
    ]);
    const kept = async () => (await app.db.selectFrom('audit').select('id').execute()).length;
    await purgeOldActivity(app.db, new Date(at.getTime() + 400 * 86_400_000));
    expect(await kept()).toBe(5);
    await purgeOldActivity(app.db, new Date(at.getTime() + 400 * 86_400_000 + 1));
    expect(await kept()).toBe(0);
  });
});
