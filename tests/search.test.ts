import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { indexQueuedRows } from '#platform/db/search/indexing.ts';
import { aMember, anArticle, anEvent } from './support/builders.ts';
import { everyEngine } from './support/database.ts';
import { testApp } from './support/test-app.ts';

const texts = [
  { title: 'Élan vital', content: '<p>The river rises in spring, <em>100% sure</em>.</p>' },
  { title: 'A_B and C', content: '<p>He said "no", and isn\'t sorry.</p><p>Last line: zq</p>' },
  { title: 'Bats', content: '<p>Вода и здоровье. 健康 is health. Straße. Ends with xy</p>' },
];

/** Each is found by what people type for it, and by nothing that finds another. */
const marked: [text: string, terms: string[]][] = [
  ['José spoke', ['jose', 'JOSÉ', 'Jose\u0301', 'josé s']],
  ['At the Café', ['cafe', 'café', 'CAFÉ']],
  ['Đặng Quốc Trưởng', ['dang', 'Đặng', 'dang quoc truong', 'ĐẶNG']],
  ['Nguyễn Văn Đức', ['nguyen van duc', 'Nguyễn', 'đức', 'DUC']],
  ['Straße und Größe', ['strasse', 'straße', 'grosse', 'STRASSE']],
  ['İstanbul ve Diyarbakır', ['istanbul', 'İstanbul', 'diyarbakir', 'ISTANBUL']],
  ['Løkke, Łódź, cœur', ['lokke', 'lodz', 'coeur', 'Łódź']],
  ['Υγεία του Ανθρώπου στους δρόμους', ['υγεια', 'ΥΓΕΊΑ', 'δρομουσ', 'ΔΡΌΜΟΥΣ']],
  ['Всё о йоде', ['все о', 'ВСЁ', 'иод', 'йод']],
  ['الصِّحَّة أولا', ['الصحة', 'اولا', 'الصِّحَّة']],
  ['محمد عن المرض', ['مُحَمَّد', 'محمـــد']],
  ['Zoe\u0308 decomposed', ['zoë', 'zoe dec']],
  ['A ﬁlm, from a PDF', ['film', 'ﬁlm', 'a film']],
  ['健康セミナー', ['ｾﾐﾅｰ', 'セミナー', 'セ']],
  ['Ｏｎｅ Ｈｅａｌｔｈ', ['one health', 'ＨＥＡＬＴＨ']],
  ['صحة واحدة', ['صحه واحده', 'واحده', 'واحدة']],
  ['مستشفى علي', ['مستشفي', 'على', 'مستشفی']],
  ['Weißer Fuß', ['weisser', 'FUSS', 'WEIẞ']],
];

const finds: [term: string, titles: string[]][] = [
  ['ÉLAN', ['Élan vital']],
  ['vital', ['Élan vital']],
  ['é', ['Élan vital', 'A_B and C', 'Bats']],
  ['RIVER RISES', ['Élan vital']],
  ['0%', ['Élan vital']],
  ['%', ['Élan vital']],
  ['a_b', ['A_B and C']],
  ['_', ['A_B and C']],
  ['"no"', ['A_B and C']],
  ['"', ['A_B and C']],
  ["isn't", ['A_B and C']],
  ['zq', ['A_B and C']],
  ['q', ['A_B and C']],
  ['здоровье', ['Bats']],
  ['ЗДОР', ['Bats']],
  ['健康', ['Bats']],
  ['健', ['Bats']],
  ['straße', ['Bats']],
  ['xy', ['Bats']],
  ['the', ['Élan vital', 'Bats'].slice(0, 1)],
  ['s', ['Élan vital', 'A_B and C', 'Bats']],
  ['in spring, 100% sure', ['Élan vital']],
  ['eh', []],
  ['vital the', ['Élan vital']],
  ['spring  RIVER élan', ['Élan vital']],
  ['spring é q', []],
  ['spring sorry', []],
  ['xy ста', []],
  ['xy во ст', []],
  ['<em>', []],
  ['a OR b', ['A_B and C']],
  ['river*', []],
  ['\\', []],
  ['a\u{10ffff}', []],
  ['nothing like this', []],
];

for (const engine of everyEngine) {
  test(`texts written by another program are found once the job has run on ${engine}`, async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    await app.json('POST', '/articles/admin', anArticle({ isPublished: true }), token);
    const count = async (term: string) =>
      Number((await app.json('GET', `/articles?search=${term}`)).headers.get('x-total-count'));
    // A connection that knows none of the site's functions.
    const write = async (statement: string) => {
      if (engine === 'postgres') return void (await sql.raw(statement).execute(app.db));
      using database = new DatabaseSync(join(app.context.config.dataDir, 'site.db'));
      database.exec(statement);
    };
    expect([await count('estuary'), await count('flight')]).toEqual([0, 1]);
    await write(`UPDATE articles SET content_text = '${'estuary '.repeat(20_000)}q'`);
    await indexQueuedRows(app.db);
    expect([await count('estuary'), await count('q'), await count('flight')]).toEqual([1, 1, 0]);
    await write('DELETE FROM revisions');
    await write('DELETE FROM articles');
    await indexQueuedRows(app.db);
    expect(await count('estuary')).toBe(0);
  });

  test(`an article is found by any part of its title or text on ${engine}`, async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    for (const text of texts)
      await app.json('POST', '/articles/admin', anArticle({ ...text, isPublished: true }), token);
    for (const [term, titles] of finds) {
      const path = `?search=${encodeURIComponent(term)}`;
      const open = await app.json<{ title: string }[]>('GET', `/articles${path}`);
      const admin = await app.json<{ title: string }[]>('GET', `/articles/admin${path}&fields=card`, undefined, token);
      for (const { headers, body } of [open, admin]) {
        expect({ term, titles: body.map(({ title }) => title).sort() }).toEqual({ term, titles: titles.toSorted() });
        expect(headers.get('x-total-count')).toBe(String(titles.length));
      }
    }
  });

  test(`a pasted sentence of many words is searched on ${engine}`, async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const sentence = 'We ask why one of every two dogs in our town is at risk and what may be done by us';
    await app.json('POST', '/articles/admin', anArticle({ content: `<p>${sentence}.</p>`, isPublished: true }), token);
    for (const [search, count] of [
      [sentence, '1'],
      [`elsewhere ${sentence}`, '0'],
      // Only the first eight words count, so that no search takes long.
      ['we ask why one of every two dogs or cats', '1'],
      ['we ask why one of every two cats', '0'],
      ['dogs og cats', '0'],
      ['dogs og', '1'],
    ] as const) {
      const { headers } = await app.json('GET', `/articles?search=${encodeURIComponent(search)}`);
      expect(headers.get('x-total-count')).toBe(count);
    }
  });

  test(`an event is found by any part of its title or description on ${engine}`, async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    for (const { title, content } of texts) {
      const description = content.replace(/<[^>]+>/g, '');
      await app.json('POST', '/events/admin', anEvent({ title, description }), token);
    }
    for (const [term, titles] of finds) {
      const path = `?search=${encodeURIComponent(term)}`;
      const { headers, body } = await app.json<{ title: string }[]>('GET', `/events${path}`);
      expect({ term, titles: body.map(({ title }) => title).sort() }).toEqual({ term, titles: titles.toSorted() });
      expect(headers.get('x-total-count')).toBe(String(titles.length));
    }
  });

  test(`letters are found with and without accents on ${engine}`, async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    for (const [text] of marked) {
      await app.json('POST', '/articles/admin', anArticle({ title: text, isPublished: true }), token);
      await app.json('POST', '/events/admin', anEvent({ title: 'Walk', description: text }), token);
      await app.json('POST', '/members/admin', aMember({ name: text }), token);
    }
    type Found = { title: string; description: string; name: string };
    const find = async (path: string, term: string) =>
      (await app.json<Found[]>('GET', `${path}?search=${encodeURIComponent(term)}`, undefined, token)).body;
    for (const [text, terms] of marked)
      for (const term of terms) {
        const titles = (await find('/articles', term)).map(({ title }) => title);
        const descriptions = (await find('/events', term)).map(({ description }) => description);
        const names = (await find('/members/admin', term)).map(({ name }) => name);
        expect({ term, titles, descriptions, names }).toEqual({
          term,
          titles: [text],
          descriptions: [text],
          names: [text],
        });
      }
    for (const short of ['đ', 'ß', 'ø', 'ş', 'é', 'ễn', 'ır', 'أو', 'ё'])
      expect(await find('/articles', short), short).not.toEqual([]);
  });

  test(`letters in another form are found in the lists of administrators on ${engine}`, async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const made = await app.json<{ id: number }>('POST', '/events/admin', anEvent({ title: 'A ﬁlm' }), token);
    await app.json('DELETE', `/events/admin/${made.body.id}`, undefined, token);
    await app.json('POST', '/newsletter/subscribe', { email: 'film@example.org' });
    for (const list of ['bin/admin', 'newsletter/admin/subscribers'])
      for (const term of ['ﬁlm', 'ｆｉｌｍ', 'FILM']) {
        const { headers } = await app.json('GET', `/${list}?search=${encodeURIComponent(term)}`, undefined, token);
        expect([list, term, headers.get('x-total-count')]).toEqual([list, term, '1']);
      }
  });

  test(`a search follows every change at once on ${engine}`, async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const count = async (term: string) =>
      Number((await app.json('GET', `/articles?search=${term}`)).headers.get('x-total-count'));
    const made = await app.json<{ id: number }>('POST', '/articles/admin', anArticle({ isPublished: true }), token);
    const path = `/articles/admin/${made.body.id}`;
    expect(await count('flight')).toBe(1);
    await app.json('PUT', path, { content: '<p>It ends in a marsh.</p>' }, token);
    expect([await count('flight'), await count('marsh'), await count('farms')]).toEqual([0, 1, 1]);
    await app.json('PUT', path, { title: 'Only dogs' }, token);
    expect([await count('farms'), await count('dogs'), await count('marsh')]).toEqual([0, 1, 1]);
    await app.json('PUT', path, { isPublished: false }, token);
    expect(await count('dogs')).toBe(0);
    await app.json('PUT', path, { isPublished: true }, token);
    await app.json('DELETE', path, undefined, token);
    expect(await count('dogs')).toBe(0);
    await app.db.deleteFrom('revisions').execute();
    await app.db.deleteFrom('articles').execute();
    await app.json('POST', '/articles/admin', anArticle({ isPublished: true }), token);
    expect([await count('dogs'), await count('flight')]).toEqual([0, 1]);
  });

  test(`a search goes on from page to page in the order of the list on ${engine}`, async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    for (let number = 1; number <= 5; number += 1) {
      app.clock.advance(60_000);
      await app.json(
        'POST',
        '/articles/admin',
        anArticle({ title: `Bats ${number}`, isPublished: number !== 3 }),
        token,
      );
    }
    const titles: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `/articles?search=bats&limit=1${cursor && `&cursor=${cursor}`}`;
      const { body, headers } = await app.json<{ title: string }[]>('GET', path);
      expect(headers.get('x-total-count')).toBe('4');
      titles.push(...body.map(({ title }) => title));
      cursor = headers.get('x-next-cursor');
    }
    expect(titles).toEqual(['Bats 5', 'Bats 4', 'Bats 2', 'Bats 1']);
  });
}
