import type { NavigateFunction } from 'react-router';

/**
 * Goes to a list and, 50 ms after it stands, opens one of its entries (spec 9, C4), so that closing leads to the list.
 * A second click adds nothing, and whoever goes elsewhere meanwhile is left there.
 */
export async function navigateThenOpen(navigate: NavigateFunction, list: string, entry: string): Promise<void> {
  if (location.pathname === list) return;
  await navigate(list);
  await new Promise((resolve) => setTimeout(resolve, 50));
  if (location.pathname !== list) return;
  await navigate(entry, { state: { fromList: true }, preventScrollReset: true });
}
