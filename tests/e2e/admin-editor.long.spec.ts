/** The editor's toolbar: what it offers, what it does, and by keyboard alone. */
import { contentOf, fillArticle, openArticles, openTools, storedBy } from '../support/writing.ts';
import { expect, signIn, test } from './fixtures.ts';

const spec = ['Bold', 'Italic', 'Underline', 'Strikethrough', 'H1 heading', 'H2 heading', 'H3 heading'];
const lists = ['Numbered list 1. 2. 3.', 'Bulleted list'];
const rest = ['Insert link', 'Insert image', 'Clean formatting'];
const added = [
  'Quote',
  'Undo',
  'Redo',
  'More tools',
  'Picture from the library',
  'Alt text',
  'Attach a PDF',
  'Insert table',
  'Indent less',
  'Indent more',
];

test.beforeEach(async ({ page, site }) => {
  await signIn(page, site);
});

test('the editor comes with the form alone, with every button of its toolbar named', async ({ page, site }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto(`${site.url}/admin/events`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(scripts.filter((path) => path.includes('text-editor'))).toEqual([]);
  await openArticles(page, site);
  expect(scripts.filter((path) => path.includes('text-editor'))).not.toEqual([]);

  const toolbar = page.getByRole('toolbar', { name: 'Text formatting' });
  await openTools(page);
  const names = await toolbar
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  expect(names).toEqual([...spec, ...lists, ...rest, ...added]);
  await expect(toolbar.getByLabel('Code block').getByRole('option')).toHaveText(
    'No code,Plain,Bash,C++,C#,CSS,Diff,HTML/XML,Java,JavaScript,Markdown,PHP,Python,Ruby,SQL'.split(','),
  );
  for (const name of [...spec, ...lists])
    await expect(toolbar.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'false');
  for (const name of rest) await expect(toolbar.getByRole('button', { name })).not.toHaveAttribute('aria-pressed', /./);
  await expect(contentOf(page)).toHaveAttribute('data-placeholder', 'Write your article content here...');
});

test('on a phone the + scrolls its tools into view, and Tab scrolls to what is behind the bar', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await openArticles(page, site);
  await page.getByRole('button', { name: 'More tools' }).click();
  await expect(page.getByRole('button', { name: 'Attach a PDF' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });
  const options = page.getByText('More options');
  await page.getByRole('button', { name: 'Preview', exact: true }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(options).toBeFocused();
  const bar = await page.locator('[data-desk-bar]').boundingBox();
  await expect.poll(async () => ((await options.boundingBox())?.y ?? 0) + 20).toBeLessThan(bar?.y ?? 0);
});

test('every button does what it says, and says when it is on', async ({ page, site }) => {
  await openArticles(page, site);
  await fillArticle(page, 'Every button', '');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await contentOf(page).click();
  for (const name of spec.slice(0, 4)) {
    await button(name).click();
    await expect(button(name)).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.type(name);
    await button(name).click();
    await expect(button(name)).toHaveAttribute('aria-pressed', 'false');
  }
  for (const name of [...spec.slice(4), 'Quote', ...lists]) {
    await page.keyboard.press('Enter');
    await button(name).click();
    await expect(button(name)).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.type(name);
  }
  await openTools(page);
  await button('Indent more').click();
  expect(await storedBy(page, 'Save draft')).toBe(
    [
      '<p><strong>Bold</strong><em>Italic</em><u>Underline</u><s>Strikethrough</s></p>',
      '<h1>H1 heading</h1><h2>H2 heading</h2><h3>H3 heading</h3><blockquote>Quote</blockquote>',
      '<ol><li>Numbered list 1. 2. 3.<ul><li>Bulleted list</li></ul></li></ol>',
    ].join(''),
  );
});

test('text is cleaned, and indented by eight levels at most', async ({ page, site }) => {
  await openArticles(page, site);
  await fillArticle(page, 'Indented', '');
  await contentOf(page).click();
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type('Deep');
  for (let level = 0; level < 10; level += 1) await page.keyboard.press('ControlOrMeta+]');
  await expect(contentOf(page).locator('p.ql-indent-8 strong')).toHaveText('Deep');
  await page.keyboard.press('ControlOrMeta+[');
  await expect(contentOf(page).locator('p.ql-indent-7')).toHaveText('Deep');
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('button', { name: 'Clean formatting' }).click();
  await expect(contentOf(page)).toHaveText('Deep');
  await expect(contentOf(page).locator('strong, .ql-indent-7')).toHaveCount(0);
});

test('colouring code a second later does not move the focus', async ({ page, site }) => {
  await page.clock.install();
  await openArticles(page, site);
  await contentOf(page).click();
  await page.keyboard.type('Words');
  const preview = page.getByRole('button', { name: 'Preview', exact: true });
  await preview.focus();
  await page.clock.runFor(2000);
  await expect(preview).toBeFocused();
  await contentOf(page).focus();
  await openTools(page);
  await page.getByRole('toolbar').getByLabel('Code block').selectOption('Python');
  await page.keyboard.type('return 1');
  await preview.focus();
  await page.clock.runFor(2000);
  await expect(preview).toBeFocused();
  await contentOf(page).focus();
  await expect(contentOf(page).locator('.hljs-number')).toHaveText('1');
});

test('text typed within a second is undone in one step', async ({ page, site }) => {
  await openArticles(page, site);
  await contentOf(page).click();
  const start = Date.parse('2026-11-21T12:00:00Z');
  for (const [ms, text] of [
    [0, 'One'],
    [900, ' two'],
    [2000, ' three'],
  ] as const) {
    await page.clock.setFixedTime(start + ms);
    await page.keyboard.type(text);
  }
  await page.keyboard.press('ControlOrMeta+z');
  await expect(contentOf(page)).toHaveText('One two');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(contentOf(page)).toHaveText('');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(contentOf(page)).toHaveText('One two');
});

test('code is written in a chosen language, coloured, and indented by spaces', async ({ page, site, context }) => {
  await openArticles(page, site);
  await fillArticle(page, 'Counting bats', 'So:');
  await contentOf(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await openTools(page);
  await page.getByRole('toolbar').getByLabel('Code block').selectOption('Python');
  await expect(contentOf(page)).toBeFocused();
  await page.keyboard.type('if bats:');
  await page.keyboard.press('Enter');
  await page.keyboard.type('return 1');
  await page.keyboard.press('ControlOrMeta+]');
  await expect(contentOf(page).locator('.hljs-keyword')).toHaveText(['if', 'return']);
  await expect(page.getByRole('toolbar').getByLabel('Code block')).toHaveValue('python');
  await page.getByLabel('Publish without sending').check();
  expect(await storedBy(page, 'Publish')).toBe('<p>So:</p><pre data-language="python">\nif bats:\n  return 1\n</pre>');
  await expect(page.getByText('Article published. No newsletter was sent.')).toBeVisible();

  const visitor = await context.newPage();
  await visitor.goto(`${site.url}/articles`);
  await visitor.getByRole('link', { name: 'Read More of Counting bats' }).click();
  await expect(visitor.locator('pre .hljs-keyword')).toHaveText(['if', 'return']);
});

test('Tab leads in and out of text, lists and code; Alt+F10 and Escape to the buttons and back', async ({
  page,
  site,
}) => {
  await openArticles(page, site);
  const bold = page.getByRole('button', { name: 'Bold' });
  const code = page.getByRole('toolbar').getByLabel('Code block');
  await page.getByLabel('Description', { exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(bold).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Italic' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: 'More tools' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(bold).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(contentOf(page)).toBeFocused();
  await page.keyboard.type('Loud');
  await expect(contentOf(page).locator('strong')).toHaveText('Loud');
  await page.keyboard.press('Alt+F10');
  await expect(bold).toBeFocused();
  await expect(bold).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(contentOf(page)).toBeFocused();

  const next = page.getByRole('button', { name: 'Choose image' });
  await page.keyboard.press('Tab');
  await expect(next).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(contentOf(page)).toBeFocused();
  for (const makeLine of [
    () => page.getByRole('button', { name: 'Bulleted list' }).click(),
    () => openTools(page).then(() => code.selectOption('Plain')),
  ]) {
    await makeLine();
    await page.keyboard.press('Home');
    await page.keyboard.press('Tab');
    await expect(next).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('toolbar').locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
  }
});

test('a link is made, changed and removed by keyboard; an address without a scheme gets https', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await openArticles(page, site);
  await fillArticle(page, 'Links', 'See the report');
  const row = page.getByRole('group', { name: 'Link' });
  const address = page.getByLabel('Link address');
  const link = contentOf(page).getByRole('link');
  await contentOf(page).press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(address).toBeFocused();
  await expect(row).toBeInViewport({ ratio: 1 });
  await page.keyboard.type('example.org/report');
  await page.keyboard.press('Enter');
  await expect(row).toBeHidden();
  await expect(contentOf(page)).toBeFocused();
  await expect(link).toHaveAttribute('href', 'https://example.org/report');

  await page.getByRole('button', { name: 'Insert link' }).click();
  await expect(address).toHaveValue('https://example.org/report');
  await page.keyboard.type('/about');
  await page.keyboard.press('Escape');
  await expect(link).toHaveAttribute('href', 'https://example.org/report');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('/about');
  await page.getByRole('button', { name: 'Save link' }).click();
  await expect(link).toHaveAttribute('href', '/about');

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('not a link !!');
  await page.keyboard.press('Enter');
  await expect(page.getByText('“not a link !!” is not a web address.')).toBeVisible();
  await expect(address).toBeFocused();
  await expect(address).toHaveValue('not a link !!');
  await expect(link).toHaveAttribute('href', '/about');
  await address.fill('');
  await page.keyboard.type('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await expect(link).toHaveAttribute('href', 'about:blank');
  await expect(page.getByText('This link will not work')).toBeVisible();

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('button', { name: 'Remove link' }).click();
  await expect(link).toHaveCount(0);
  await page.keyboard.press('End');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('us@society.example');
  await page.keyboard.press('Enter');
  expect(await storedBy(page, 'Save draft')).toMatch(
    /^<p>See the report<a [^>]*href="mailto:us@society.example">us@society.example<\/a><\/p>$/,
  );
});
