import type { Page } from '@playwright/test';

export const toastKinds = ['loading', 'success', 'error', 'info', 'warning'] as const;

/** Not every kind has an occasion on every page; the page's own code is asked for it. */
export async function showToast(
  page: Page,
  kind: (typeof toastKinds)[number],
  message: string,
  options: { detail?: string; actions?: string[] } = {},
): Promise<void> {
  const { detail, actions } = options;
  const given = { detail, ...(actions && { actions: actions.map((label) => ({ label })) }) };
  // It lies in one of the files that the page has loaded.
  const scripts = (await page.requests()).map((one) => one.url()).filter((url) => /\/assets\/[^/]+\.js$/.test(url));
  await page.evaluate(`(async () => {
    const files = await Promise.all(${JSON.stringify(scripts)}.map((url) => import(url)));
    const parts = files.flatMap((file) => Object.values(file));
    parts.find((part) => part?.warning && part.dismiss).${kind}(${JSON.stringify(message)}, ${JSON.stringify(given)});
  })()`);
}
