import type { NavigateFunction } from 'react-router';

/**
 * Opens a list and 50 ms later one of its entries (spec 9, C4), so that closing the entry leads to the list. A second click
 * adds nothing, and another navigation in between wins.
 */
export async function openEntryViaList(navigate: NavigateFunction, list: string, entry: string): Promise<void> {
  if (location.pathname === list) return;
  await navigate(list);
  await new Promise((resolve) => setTimeout(resolve, 50));
  if (location.pathname !== list) return;
  await navigate(entry, { state: { fromList: true }, preventScrollReset: true });
}
