/** People who read and subscribe without a pause, and what became of each request. */
import { eventually } from './smtp.ts';

const pages = ['/', '/articles', '/events', '/about', '/api/v1/articles'];

export function visitorsOf(url: string) {
  const failed: string[] = [];
  const subscribed: string[] = [];
  let [isLeaving, done, longestMs] = [false, 0, 0];

  async function request(path: string, init?: RequestInit): Promise<boolean> {
    const begun = performance.now();
    const said = await fetch(url + path, init).then(
      async (response) => `${response.status} ${response.ok ? '' : await response.text()}`,
      (error: unknown) => String((error as Error).cause ?? error),
    );
    longestMs = Math.max(longestMs, performance.now() - begun);
    done++;
    const isGood = said.startsWith('200');
    if (!isGood && failed.length < 10) failed.push(`${init?.method ?? 'GET'} ${path}: ${said}`);
    return isGood;
  }

  async function read(first: number): Promise<void> {
    for (let at = first; !isLeaving; at++) await request(pages[at % pages.length] ?? '/');
  }

  async function subscribe(who: number): Promise<void> {
    for (let n = 0; !isLeaving; n++) {
      const email = `reader-${who}-${n}@example.org`;
      const body = JSON.stringify({ email });
      const headers = { 'content-type': 'application/json' };
      if (await request('/api/v1/newsletter/subscribe', { method: 'POST', headers, body })) subscribed.push(email);
    }
  }

  const people = [0, 1, 2].map(read).concat([0, 1].map(subscribe));
  return {
    /** Waits until so many more requests have been answered. */
    haveCome: async (more: number) => {
      const wanted = done + more;
      await eventually(() => done >= wanted, 60_000);
    },
    /** `subscribed`: whoever was told that it worked. */
    leave: async () => {
      isLeaving = true;
      await Promise.all(people);
      return { failed, subscribed, longestMs, done };
    },
  };
}
