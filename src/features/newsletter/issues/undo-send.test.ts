import { describe, expect, test } from 'vitest';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import { readConfig } from '#platform/config/config.ts';
import { wallTimeToInstant } from '#shared/instants.ts';
import { anArticle } from '#tests/support/builders.ts';
import { type Engine, engines } from '#tests/support/database.ts';
import {
  appWithSubscribers,
  collector,
  createMailWorker,
  deliveriesOf,
  latestIssue,
} from '#tests/support/newsletter.ts';
import { listIssuesInUndoWindow } from './undo-send.server.ts';

const second = 1000;
const admin = '/newsletter/admin';

const site = (engine: Engine, subscribers: number) =>
  appWithSubscribers(engine, subscribers, { config: { smtpUrl: 'smtp://127.0.0.1:1' } });

type Post = Awaited<ReturnType<typeof appWithSubscribers>>;

/** An article that waits for its first mail, and a worker whose mails are collected. */
async function delayed(post: Post, holdSeconds = 60) {
  const { app } = post;
  const token = await app.signIn();
  const { mails, mailer } = collector();
  const worker = createMailWorker({ ...app.context, mailer });
  const newsletters = () => mails.filter(({ subject }) => subject.includes('Bats, farms and us'));
  const send = (body?: unknown) => app.json<Record<string, unknown>>('POST', `${admin}/send/1`, body, token);
  const ask = async (verb: string, body?: unknown) =>
    app.json<Record<string, unknown>>(
      'POST',
      `${admin}/issues/${(await latestIssue(app)) || first.body.issueId}/${verb}`,
      body,
      token,
    );
  const undo = () => ask('undo');
  const sendNow = (sendAfter: unknown) => ask('send', { sendAfter });
  const first = await send({ holdSeconds });
  return { app, token, worker, newsletters, send, sendNow, undo, first };
}

describe.each(engines)('a newsletter in its undo window on %s', (engine) => {
  test('is sent once to each subscriber when its seconds are over', async () => {
    await using post = await site(engine, 3);
    const { app, worker, newsletters, first } = await delayed(post);
    const sendAfter = new Date(app.clock.now().getTime() + 60 * second).toISOString();
    expect(first.body).toMatchObject({ message: 'Sending to 3 subscribers in 60 s.', queued: 3, sendAfter });
    app.clock.advance(59 * second);
    await worker.sendDue();
    expect(newsletters()).toEqual([]);
    app.clock.advance(second);
    await Promise.all([worker.sendDue(), createMailWorker({ ...app.context, mailer: collector().mailer }).sendDue()]);
    await worker.finishIssues();
    expect((await deliveriesOf(app)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
    expect(await app.db.selectFrom('issues').select(['state', 'sendAfter']).execute()).toEqual([
      { state: 'done', sendAfter: null },
    ]);
  });

  test('is undone: no one is mailed, the article stays live and counts as never sent', async () => {
    await using post = await site(engine, 3);
    const { app, token, worker, newsletters, undo, send } = await delayed(post);
    expect((await undo()).body).toEqual({ message: 'No email was sent. The article stays live.' });
    expect(await undo()).toMatchObject({ status: 404, body: { message: 'There is no such newsletter' } });
    app.clock.advance(600 * second);
    await worker.sendDue();
    expect(newsletters()).toEqual([]);
    const { body } = await app.json<{ isPublished: boolean; isSent: boolean }[]>(
      'GET',
      '/articles/admin',
      undefined,
      token,
    );
    expect(body[0]).toMatchObject({ isPublished: true, isSent: false });
    expect(await app.db.selectFrom('issues').select('id').execute()).toEqual([]);
    expect((await send()).body).toEqual({
      message: 'The newsletter is on its way to 3 subscribers.',
      issueId: await latestIssue(app),
      queued: 3,
      alreadySent: 0,
      audience: 3,
      others: 0,
      isKept: false,
    });
    await worker.sendDue();
    expect(newsletters()).toHaveLength(3);
    expect((await undo()).body).toMatchObject({ message: 'Too late: the newsletter is already on its way.' });
  });

  test('after someone else’s Undo a Send now mails no one and says so', async () => {
    await using post = await site(engine, 3);
    const { app, worker, newsletters, first, undo, send, sendNow } = await delayed(post);
    const { sendAfter } = first.body;
    await undo();
    expect(await sendNow(sendAfter)).toMatchObject({ status: 404 });
    app.clock.advance(second);
    const again = (await send({ holdSeconds: 60 })).body;
    const refused = { status: 409, body: { message: newsletterAnswers.noLongerWaiting } };
    expect(await sendNow(sendAfter)).toMatchObject(refused);
    await worker.sendDue();
    expect(newsletters()).toEqual([]);
    expect(await sendNow(again.sendAfter)).toMatchObject({
      status: 200,
      body: { message: 'The newsletter is already on its way to 3 subscribers.', issueId: again.issueId },
    });
    await worker.sendDue();
    expect(newsletters()).toHaveLength(3);
  });

  test('a Send now just after the window has ended succeeds and mails no one again', async () => {
    await using post = await site(engine, 3);
    const { app, worker, newsletters, first, sendNow } = await delayed(post);
    const { sendAfter } = first.body;
    app.clock.advance(60 * second);
    await worker.sendDue();
    expect(await sendNow(sendAfter)).toMatchObject({ status: 200, body: { queued: 0, alreadySent: 3 } });
    await worker.sendDue();
    expect(newsletters()).toHaveLength(3);
  });

  test('undoing the second send shows the earlier failures as they were', async () => {
    await using post = await site(engine, 3);
    const { app, worker, newsletters, undo, send } = await delayed(post, 0);
    await worker.sendDue();
    const ended = { attempts: 4, smtpCode: 550, smtpAnswer: 'No such mailbox' };
    await app.db
      .updateTable('mails')
      .where('issueId', 'is not', null)
      .set({ state: 'failed', ...ended })
      .where('subscriberId', '=', 2)
      .execute();
    await worker.finishIssues();
    await app.json(
      'PUT',
      '/articles/admin/1',
      anArticle({ isPublished: true, content: '<p>Corrected.</p>' }),
      await app.signIn(),
    );
    const before = await deliveriesOf(app);
    expect((await send({ holdSeconds: 60 })).body).toMatchObject({ queued: 1 });
    expect(await app.db.selectFrom('issues').select('id').execute()).toHaveLength(2);
    expect((await undo()).status).toBe(200);
    expect(await deliveriesOf(app)).toEqual(before);
    expect(await app.db.selectFrom('issues').select(['id', 'state']).execute()).toEqual([{ id: 1, state: 'done' }]);
    expect((await send()).body).toMatchObject({ queued: 1 });
    await worker.sendDue();
    expect(newsletters()).toHaveLength(4);
    expect((await deliveriesOf(app)).map(({ earlierOutcome }) => earlierOutcome)).toEqual([null, null, null]);
  });

  test('failures of an undone issue that failed for everyone are still shown', async () => {
    await using post = await site(engine, 2);
    const { app, undo, send } = await delayed(post, 0);
    const ended = { state: 'failed', attempts: 4, smtpCode: 550, smtpAnswer: 'No such mailbox' } as const;
    await app.db.updateTable('mails').where('issueId', 'is not', null).set(ended).execute();
    await app.db.updateTable('issues').set({ state: 'done', createdAt: '2026-01-01T00:00:00.000Z' }).execute();
    await app.json(
      'PUT',
      '/articles/admin/1',
      anArticle({ isPublished: true, content: '<p>Corrected.</p>' }),
      await app.signIn(),
    );
    await send({ holdSeconds: 60 });
    expect((await undo()).status).toBe(200);
    expect((await deliveriesOf(app)).map(({ state, smtpAnswer }) => [state, smtpAnswer])).toEqual([
      ['failed', 'No such mailbox'],
      ['failed', 'No such mailbox'],
    ]);
  });

  test('outside the sending hours it says when it will be sent', async () => {
    const { newsletter } = readConfig({ NEWSLETTER_WINDOW: '08:00-20:00' });
    await using post = await appWithSubscribers(engine, 2, { config: { smtpUrl: 'smtp://127.0.0.1:1', newsletter } });
    const { app } = await delayed(post);
    const { timeZone } = app.context.config;
    const list = () => listIssuesInUndoWindow(app.context);
    const at = (wall: string) =>
      app.clock.advance(Date.parse(wallTimeToInstant(wall, timeZone)) - app.clock.now().getTime());
    at('2027-01-01T22:00:00');
    expect(await list()).toMatchObject([{ hours: '08:00 and 20:00' }]);
    at('2027-01-02T09:00:00');
    expect(await list()).toMatchObject([{ hours: null }]);
  });

  test('every line of the activity about it is still true when it is read later', async () => {
    await using post = await site(engine, 2);
    const { app, token, send, undo } = await delayed(post);
    await undo();
    await send({ holdSeconds: 60 });
    await send();
    const lines = await app.json<{ before: string; name: string | null; after: string }[]>(
      'GET',
      '/activity/admin?limit=4',
      undefined,
      token,
    );
    expect(lines.body.map(({ before, name, after }) => `${before}${name}${after}`)).toEqual([
      'sent the newsletter about “Bats, farms and us” without waiting',
      'asked to send the newsletter about “Bats, farms and us” to 2 subscribers',
      'undid the newsletter about “Bats, farms and us” before it was sent',
      'asked to send the newsletter about “Bats, farms and us” to 2 subscribers',
    ]);
  });

  test('is sent at once when it is sent without an undo window', async () => {
    await using post = await site(engine, 2);
    const { worker, newsletters, send } = await delayed(post);
    expect((await send({ holdSeconds: 60 })).body).toMatchObject({ queued: 0, sendAfter: expect.any(String) });
    const { body } = await send();
    expect('sendAfter' in body).toBe(false);
    await worker.sendDue();
    expect(newsletters()).toHaveLength(2);
  });

  test('keeps its undo window when it is sent twice, and includes subscribers who confirm in the meantime', async () => {
    await using post = await site(engine, 2);
    const { app, first, send } = await delayed(post);
    app.clock.advance(30 * second);
    const at = app.clock.now().toISOString();
    await app.db
      .insertInto('subscribers')
      .values({ email: 'n@x.org', emailKey: 'n@x.org', state: 'confirmed', createdAt: at, confirmedAt: at })
      .execute();
    expect((await send({ holdSeconds: 60 })).body).toMatchObject({
      message: 'Sending to 3 subscribers in 30 s.',
      queued: 1,
      sendAfter: first.body.sendAfter,
    });
  });

  test('an undo window of other seconds is refused with a sentence', async () => {
    await using post = await site(engine, 1);
    const { send } = await delayed(post, 0);
    for (const holdSeconds of [-1, 601, 1.5, '60', null])
      expect(await send({ holdSeconds })).toMatchObject({
        status: 400,
        body: { fields: { holdSeconds: 'Please enter a number of seconds from 0 to 600' } },
      });
  });

  test('mails under way continue when it is sent again with an undo window', async () => {
    await using post = await site(engine, 2);
    const { app, send, worker, newsletters } = await delayed(post, 0);
    await worker.sendDue();
    const at = app.clock.now().toISOString();
    await app.db
      .insertInto('subscribers')
      .values({ email: 'n@x.org', emailKey: 'n@x.org', state: 'confirmed', createdAt: at, confirmedAt: at })
      .execute();
    expect('sendAfter' in (await send({ holdSeconds: 60 })).body).toBe(false);
    await worker.sendDue();
    expect(newsletters()).toHaveLength(3);
  });

  test.each(['unpublished', 'binned'])('an article that is %s in the meantime is mailed to no one', async (how) => {
    await using post = await site(engine, 2);
    const { app, token, worker, newsletters, undo } = await delayed(post);
    if (how === 'binned') await app.json('DELETE', '/articles/admin/1', undefined, token);
    else await app.json('PUT', '/articles/admin/1', { ...anArticle(), isPublished: false }, token);
    app.clock.advance(60 * second);
    await worker.sendDue();
    await worker.finishIssues();
    expect(newsletters()).toEqual([]);
    expect((await deliveriesOf(app)).map(({ state }) => state)).toEqual(['skipped', 'skipped']);
    const { status, body } = await undo();
    expect(status).toBe(how === 'binned' ? 404 : 409);
    if (how === 'unpublished') expect(body.message).toContain('No email has been sent so far');
  });

  test('pausing ends its undo window, and cancelling mails no one', async () => {
    await using post = await site(engine, 2);
    const { app, token, worker, newsletters } = await delayed(post);
    const id = await latestIssue(app);
    const control = (verb: string) => app.json('POST', `${admin}/issues/${id}/${verb}`, undefined, token);
    expect((await control('pause')).body).toEqual({ message: 'The newsletter is paused.' });
    app.clock.advance(60 * second);
    await worker.sendDue();
    expect(newsletters()).toEqual([]);
    await control('resume');
    await control('cancel');
    await worker.sendDue();
    expect(newsletters()).toEqual([]);
  });

  test('a clock that is put back by hours delays it by ten minutes at most', async () => {
    await using post = await site(engine, 2);
    const { app, worker, newsletters } = await delayed(post);
    app.clock.advance(-5 * 3600 * second);
    await worker.finishIssues();
    await worker.sendDue();
    expect(newsletters()).toEqual([]);
    app.clock.advance(600 * second);
    await worker.sendDue();
    expect(newsletters()).toHaveLength(2);
    app.clock.advance(10 * 3600 * second);
    await worker.sendDue();
    expect(newsletters()).toHaveLength(2);
  });

  test('undone while workers begin, either all are mailed or none', async () => {
    await using post = await site(engine, 12);
    const { app, undo, send } = await delayed(post, 1);
    for (let round = 0; round < 8; round++) {
      const { mails, mailer } = collector();
      const workers = [1, 2, 3].map(() => createMailWorker({ ...app.context, mailer }));
      app.clock.advance(second);
      const asked = round % 2 === 0 ? undo() : Promise.resolve().then(undo);
      const [{ status }] = await Promise.all([asked, ...workers.map((worker) => worker.sendDue())]);
      const last = createMailWorker({ ...app.context, mailer });
      await last.sendDue();
      await last.finishIssues();
      expect({ status, to: new Set(mails.map(({ to }) => to)).size }).toEqual({ status, to: status === 200 ? 0 : 12 });
      expect(mails).toHaveLength(status === 200 ? 0 : 12);
      for (const table of ['mails', 'issues'] as const) await app.db.deleteFrom(table).execute();
      await send({ holdSeconds: 1 });
    }
  });
});

test('visitors cannot undo a newsletter', async () => {
  await using post = await appWithSubscribers('sqlite', 1);
  expect((await post.app.json('POST', `${admin}/issues/1/undo`)).status).toBe(401);
});
