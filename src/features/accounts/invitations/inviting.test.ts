import { describe, expect, test } from 'vitest';
import { createEmailWorker } from '#platform/mail/queue/mail-worker.ts';
import { engines } from '#tests/support/database.ts';
import { collector } from '#tests/support/newsletter.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { accountEmails } from '../account-email-kinds.server.ts';

const config = { smtpUrl: 'smtp://127.0.0.1:9' };

async function invite(app: TestApp, token: string) {
  const path = '/admin/administrators/invitations';
  const { body } = await app.json<{ link: string; mailed: boolean }>('POST', path, { email: 'ben@x.example' }, token);
  return body;
}

/** What anyone who is invited gets once the mail server is there. */
function worker(app: TestApp) {
  const { mails, mailer } = collector();
  const emailWorker = createEmailWorker({ ...app.context, mailer, groups: [accountEmails(app.context)] });
  return async () => {
    await emailWorker.sendDue();
    return mails.filter(({ to }) => to === 'ben@x.example');
  };
}

describe.each(engines)('the mail of an invitation, on %s', (engine) => {
  test('arrives once, and its link works beside the one shown on the screen', async () => {
    await using app = await testApp({ engine, config });
    const { link, mailed } = await invite(app, await app.signIn());
    expect(mailed).toBe(true);
    const read = worker(app);
    await read();
    const [mail, ...others] = await read();
    expect(others).toEqual([]);
    expect(mail?.text).toContain('editor1 invites you to look after the website of');
    const tokens = [mail?.text, link].map((text) => /#token=([\w-]+)/.exec(text ?? '')?.[1]);
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect((await app.json('POST', '/account-links/read', { token })).status).toBe(200);
    const stored = [await app.db.selectFrom('mails').where('issueId', 'is', null).selectAll().execute()];
    for (const token of tokens) expect(JSON.stringify(stored)).not.toContain(token);
    const accepted = { token: tokens[0], username: 'ben', password: 'marmot umbrella violin' };
    expect((await app.json('POST', '/account-links/use', accepted)).status).toBe(200);
    expect((await app.json('POST', '/account-links/read', { token: tokens[1] })).status).toBe(404);
  });

  test('is not sent once the invitation was withdrawn', async () => {
    await using app = await testApp({ engine, config });
    const you = await app.signIn();
    await invite(app, you);
    await app.json('DELETE', '/admin/administrators/invitations/1', undefined, you);
    expect(await worker(app)()).toEqual([]);
    const rows = await app.db.selectFrom('mails').select('state').where('kind', '=', 'invitation').execute();
    expect(rows).toEqual([{ state: 'failed' }]);
  });
});
