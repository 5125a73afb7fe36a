import { expect, type Page } from '@playwright/test';

export const toastKinds = ['loading', 'success', 'error', 'info', 'warning'] as const;

/** Not every kind has an occasion on every page; the page's own code is asked for it. */
export async function showToast(
  page: Page,
  kind: (typeof toastKinds)[number],
  message: string,
  options: { detail?: string; actions?: string[] } = {},
): Promise<void> {
  const code = async () =>
    (await page.requests()).map((one) => one.url()).find((url) => /\/both-(?!css)[^/]+\.js$/.test(url));
  await expect.poll(code, 'the file that has the code of toasts').toBeDefined();
  const { detail, actions } = options;
  const given = { detail, ...(actions && { actions: actions.map((label) => ({ label })) }) };
  await page.evaluate(`(async () => {
    const parts = Object.values(await import(${JSON.stringify(await code())}));
    parts.find((part) => part?.warning && part.dismiss).${kind}(${JSON.stringify(message)}, ${JSON.stringify(given)});
  })()`);
}
