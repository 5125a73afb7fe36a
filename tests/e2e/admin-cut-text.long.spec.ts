/** What a paste brings beyond a limit is not lost without a word. */
import type { Locator, Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';

const forms = [
  ['articles', 'Title', 200],
  ['articles', 'Description', 250],
  ['committee', 'Name', 50],
  ['committee', 'Position', 50],
  ['committee', 'Bio', 250],
  ['events', 'Title', 100],
  ['events', 'Location', 100],
  ['events', 'Description', 500],
] as const;

test.beforeEach(async ({ page, site }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, site);
});

test('text that does not fit is counted, and Undo restores it', async ({ page, site }) => {
  for (const [screen, label, limit] of forms) {
    await page.goto(`${site.url}/admin/${screen}`);
    const field = page.getByRole('textbox', { name: label, exact: true });
    await field.fill('before after');
    await select(field, 7, 12);
    await paste(page, 'x'.repeat(limit + 146));
    await expect(field).toHaveValue(`before ${'x'.repeat(limit - 7)}`);
    await expect(page.getByText('153 characters did not fit. Undo')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Undo', disabled: false })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('before after');
    await expect(field).toBeFocused();
    expect(await selectionOf(field)).toEqual([7, 12]);
    await expect(page.getByText('did not fit')).toHaveCount(0);
  }
});

test('pasting into a full field is reported as well, pasting what fits is not', async ({ page, site }) => {
  await page.goto(`${site.url}/admin/committee`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('y'.repeat(50));
  await name.press('End');
  await paste(page, 'z');
  await expect(page.getByText('1 character did not fit. Undo')).toBeVisible();
  await name.press('Backspace');
  await expect(page.getByText('did not fit')).toHaveCount(0);
  await paste(page, 'z');
  await expect(name).toHaveValue(`${'y'.repeat(49)}z`);
  await expect(page.getByText('did not fit')).toHaveCount(0);
  await name.pressSequentially('typed');
  await expect(name).toHaveValue(`${'y'.repeat(49)}z`);
  await expect(page.getByText('did not fit')).toHaveCount(0);
});

test('lines and characters of two units are counted as they are stored', async ({ page, site }) => {
  await page.goto(`${site.url}/admin/committee`);
  const bio = page.getByRole('textbox', { name: 'Bio', exact: true });
  await bio.fill('b'.repeat(245));
  await bio.press('End');
  await paste(page, 'a\r\nb\r\n😀😀');
  await expect(bio).toHaveValue(`${'b'.repeat(245)}a\nb\n`);
  await expect(page.getByText('4 characters did not fit. Undo')).toBeVisible();
});

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((given) => navigator.clipboard.writeText(given), text);
  await page.keyboard.press('Control+V');
}

async function select(field: Locator, start: number, end: number): Promise<void> {
  await field.evaluate(
    (node, range) => {
      const input = node as unknown as { focus(): void; setSelectionRange(start: number, end: number): void };
      input.focus();
      input.setSelectionRange(range.start, range.end);
    },
    { start, end },
  );
}

function selectionOf(field: Locator): Promise<[number, number]> {
  return field.evaluate((node) => {
    const { selectionStart, selectionEnd } = node as unknown as { selectionStart: number; selectionEnd: number };
    return [selectionStart, selectionEnd];
  });
}
