/** Each file of tests/cases/paste is what a program puts into the clipboard; beside it stands what is stored. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bring, contentOf, fillArticle, openArticles, storedBy } from '../support/writing.ts';
import { expect, signIn, test } from './fixtures.ts';

const folder = join(import.meta.dirname, '../cases/paste');
const link = (href: string, words: string) =>
  `<a rel="noopener noreferrer" target="_blank" href="${href}">${words}</a>`;

const expected: Record<string, string[]> = {
  'apple-notes.html': [
    '<p><strong>Field trip </strong></p><p><em>Bring boots</em> and <s>a tent</s> a bag</p>',
    '<ul><li>Ticks<ul><li>Tweezers</li></ul></li><li>Water</li></ul>',
  ],
  'gdocs-checklist.html': [
    '<ul><li data-list="checked">Book the hall</li><li data-list="unchecked">Print the posters</li></ul>',
  ],
  'gmail-emoji.html': ['<p>Applications are open 🎉 until Sunday</p><p></p><p>Second line 👩‍🔬 of scientists</p>'],
  'notion-breaks.html': [
    '<h3>Where to find us</h3><p>One Health Society<br />12 Long Lane<br />London</p><p>See you there</p>',
    '<ul><li>First<ul><li>Second<ul><li>Third<ul><li>Fourth<ul><li>Fifth</li></ul></li></ul></li></ul></li></ul></li>',
    '<li>Again first</li></ul>',
  ],
  'outlook-safelink-hidden.html': [
    `<p>Dear all,</p><p></p><p>Sign up ${link('https://example.org/sign-up?a=1&amp;b=2', 'here')} or write to `,
    `${link('mailto:office@example.org', 'office@example.org')}.</p><p></p><p></p>`,
    '<ul><li>One</li><li>Two</li></ul><p>Kim</p><p>Secretary</p>',
  ],
  'slack-emoji.html': ['<p>Well done everyone 🎉 and see you <strong>Friday</strong> 👋</p>'],
  'telegram-prewrap.html': ['<p>Programme<br />10:00 Welcome<br />10:30 Talk and panel<br />12:00 Lunch</p>'],
  'word-comments.html': ['<p>The vaccine reached nine villages in May.</p><p>A second paragraph.</p>'],
  'word-list-continued.html': [
    '<ol><li>Register before Friday<br />Bring your student card with you.</li>',
    '<li>Collect your badge<br />The desk opens at nine.</li><li>Take a seat</li></ol>',
  ],
  'word-marks-other-scripts.html': [
    '<ul><li>Square<ul><li>Circle</li></ul></li></ul>',
    '<ol><li>Chinese number</li><li>Arabic number</li><li>Cyrillic letter</li></ol>',
  ],
  'word-numbered-headings.html': [
    '<h1>1 Introduction</h1><p>Zoonoses cross from animals to people.</p><h2>1.1 Methods</h2>',
    '<p>We asked ninety farmers.</p><h1>2 Results</h1><p>Half had seen a case.</p>',
  ],
};

/** What no file of the folder holds. */
const others: Record<string, [html: string, stored: string]> = {
  'protected links': [
    [
      '<p><a href="https://urldefense.proofpoint.com/v2/url?u=https-3A__example.org_a-2Db&d=DwMF&c=x">two</a> ',
      '<a href="https://urldefense.com/v3/__https://example.org/a*b__;Iw!!abc!def$">three</a> ',
      '<a href="https://www.google.com/url?q=https://example.org/c?d%3D1&sa=D&source=editors&usg=AO">Google</a></p>',
    ].join(''),
    [
      `<p>${link('https://example.org/a-b', 'two')} ${link('https://example.org/a#b', 'three')} `,
      `${link('https://example.org/c?d=1', 'Google')}</p>`,
    ].join(''),
  ],
  'pre-line': [
    '<p><span style="white-space: pre-line">Programme\n10:00   Welcome\n12:00 Lunch</span></p>',
    '<p>Programme<br />10:00 Welcome<br />12:00 Lunch</p>',
  ],
  'emoji of Teams, WordPress and Notion': [
    [
      '<p>Well done <img itemscope itemtype="http://schema.skype.com/Emoji" itemid="1f389_partypopper" alt="🎉" ',
      'src="https://statics.teams.cdn.office.net/evergreen-assets/personal-expressions/v2/assets/emoticons/1f389.png">, ',
      'hello <img draggable="false" role="img" class="emoji" alt="👋" src="https://s.w.org/images/core/emoji/15.0.3/svg/1f44b.svg"> ',
      'and <img class="notion-emoji" alt="🦇" aria-label="🦇" src="data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw=="></p>',
    ].join(''),
    '<p>Well done 🎉, hello 👋 and 🦇</p>',
  ],
};

test('protected links, line breaks and emoji of more programs come out right', async ({ page, site }) => {
  await signIn(page, site);
  for (const [name, [html, stored]] of Object.entries(others))
    await test.step(name, async () => {
      await openArticles(page, site);
      await fillArticle(page, name, '');
      await contentOf(page).focus();
      await bring(contentOf(page), 'paste', { html });
      expect.soft(await storedBy(page, 'Save draft'), name).toBe(stored);
    });
});

test('every pasted case comes out right', async ({ page, site }) => {
  test.slow();
  await signIn(page, site);
  expect(readdirSync(folder)).toEqual(Object.keys(expected));
  for (const [name, html] of Object.entries(expected))
    await test.step(name, async () => {
      await openArticles(page, site);
      await fillArticle(page, name, '');
      await contentOf(page).focus();
      await bring(contentOf(page), 'paste', { html: readFileSync(join(folder, name), 'utf8') });
      const said = page.getByText('One comment from Word was left out.');
      if (name === 'word-comments.html') await expect(said).toBeVisible();
      expect.soft(await storedBy(page, 'Save draft'), name).toBe(html.join(''));
    });
});
