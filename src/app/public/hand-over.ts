import type { NavigateFunction } from 'react-router';

/** Goes to a list and, 50 ms after it stands, opens one of its entries (spec 9, C4), so that closing leads to the list. */
export async function handOver(navigate: NavigateFunction, list: string, entry: string): Promise<void> {
  await navigate(list);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await navigate(entry, { state: { fromList: true }, preventScrollReset: true });
}
