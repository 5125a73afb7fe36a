import type { Page } from '@playwright/test';

export const toastKinds = ['loading', 'success', 'error', 'info', 'warning'] as const;

/** Not every kind has an occasion on every page; the page's own code is asked for it. */
export function showToast(
  page: Page,
  kind: (typeof toastKinds)[number],
  message: string,
  options: { detail?: string; actions?: string[] } = {},
): Promise<void> {
  const { detail, actions } = options;
  const given = { detail, ...(actions && { actions: actions.map((label) => ({ label })) }) };
  return page.evaluate(`(async () => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const parts = Object.values(await import(loaded.find((name) => /\\/both-[^/]+\\.js$/.test(name))));
    parts.find((part) => part?.warning && part.dismiss).${kind}(${JSON.stringify(message)}, ${JSON.stringify(given)});
  })()`);
}
