import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { address, post, society } from '#tests/support/two-administrators.ts';

describe.each(engines)('what is told about changes, on %s', (engine) => {
  test('each change of an account is mailed to its owner and all active administrators, with what to do', async () => {
    await using set = await society(engine);
    const { app, one, read } = set;
    const told = async () => (await read()).map(({ to, subject }) => [to, subject]);
    const toBoth = (subject: string) => ['editor1', 'editor2'].map((name) => [address(name), subject]);
    await post(app, '/2/deactivate', one);
    const mails = await read();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual(
      toBoth('editor1 has deactivated the account of editor2'),
    );
    for (const words of ['sign in', 'end the sessions', 'choose a new password', 'tell another administrator'])
      expect(mails[1]?.text).toContain(words);
    expect(mails[1]?.text).not.toContain('#token=');
    await post(app, '/2/reactivate', one);
    expect(await told()).toEqual(toBoth('editor1 has reactivated the account of editor2'));
    await post(app, '/2/links', one, { purpose: 'reset' });
    expect(await told()).toEqual(toBoth('editor1 has made a link for editor2 to choose a new password'));
    await post(app, '/invitations', one, { email: 'ben@society.example' });
    expect(await told()).toEqual([
      ...toBoth('editor1 has invited ben@society.example to become an administrator'),
      ['ben@society.example', 'Your invitation to the website of One Health Student Society'],
    ]);
  });

  test('a change of what every email says, and an export of subscribers, is mailed too', async () => {
    await using set = await society(engine);
    const { app, one, read } = set;
    await app.json('PUT', '/settings/admin', { contactLine: 'Write to us' }, one);
    const headers = { authorization: `Bearer ${one}` };
    expect((await app.request('/api/v1/newsletter/admin/subscribers/export', { headers })).status).toBe(200);
    const mails = await read();
    for (const { text } of mails) expect(text).toContain('because you are an administrator of the website');
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual(
      [
        'editor1 has changed the contact line, which every email shows',
        'editor1 has downloaded the list of subscribers, with email addresses',
      ].flatMap((subject) => ['editor1', 'editor2'].map((name) => [address(name), subject])),
    );
  });

  test('a changed address is told to the old address, and reserved example addresses get no mail', async () => {
    await using set = await society(engine);
    const { app, one, read } = set;
    const change = (email: string) => app.json('PUT', '/admin/account', { username: 'editor1', email }, one);
    await change('Editor1@society.example');
    // The same one, written otherwise.
    expect(await read()).toEqual([]);
    const nowhere = { email: 'editor2@localhost.localdomain', emailKey: 'editor2@localhost.localdomain' };
    await app.db.updateTable('administrators').set(nowhere).where('id', '=', 2).execute();
    await change('moved@elsewhere.example');
    expect((await read()).map(({ to, subject }) => [to, subject])).toEqual([
      ['Editor1@society.example', 'editor1 has changed the email address of their account'],
    ]);
  });
});
