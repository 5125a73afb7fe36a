import { expect, test } from 'vitest';
import { anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { testApp } from '#tests/support/test-app.ts';
import { cleanRestoredArticles } from './clean-restored-articles.server.ts';

test.each(engines)(
  'a restored body that was never saved here is sanitised, and others stay byte for byte on %s',
  async (engine) => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    for (let n = 0; n < 2; n++) await app.json('POST', '/articles/admin', anArticle(), token);
    const saved = () =>
      app.db.selectFrom('articles').select(['content', 'contentText', 'words', 'rendered']).orderBy('id').execute();
    const [first] = await saved();
    const hostile = '<p>Bats<script>alert(1)</script> <a href="javascript:alert(1)">here</a></p>';
    await app.db.updateTable('articles').set({ content: hostile, rendered: hostile }).where('id', '=', 2).execute();
    await cleanRestoredArticles(app.db);
    expect(await saved()).toEqual([
      { ...first, rendered: null },
      {
        content: '<p>Bats <a rel="noopener noreferrer" href="about:blank">here</a></p>',
        contentText: 'Bats here',
        words: 2,
        rendered: null,
      },
    ]);
  },
);
