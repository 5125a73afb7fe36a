import { expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { siteWithPost } from '#tests/support/guest-mail-site.ts';

test.each(engines)(
  'a confirmation says where the address came from, and one from before an update both on %s',
  async (engine) => {
    await using site = await siteWithPost(engine);
    const { app, post } = site;
    const subscribe = (name: string) => app.json('POST', '/newsletter/subscribe', { email: `${name}@example.org` });
    await subscribe('ada');
    expect((await post())[0]?.text).toContain(
      'entered this address in a form on the website of One Health Student Society',
    );
    await subscribe('ben');
    await app.db.updateTable('mails').set({ content: '{}' }).where('state', '=', 'queued').execute();
    expect((await post())[0]?.text).toContain('in a form, or on a list that was imported.');
    const added = { email: 'cem@example.org' };
    await app.json('POST', '/newsletter/admin/subscribers', added, await app.signIn());
    expect((await post())[0]?.text).toContain('The organisers of One Health Student Society entered this address');
  },
);
