/** People who use the site through its proxy without a pause, and count what went wrong for them. */
import { Agent, request } from 'node:http';

export type Visit = { method: string; path: string; headers?: Record<string, string>; body?: string };

export type Visitors = { answered(): number; failures: string[]; leave(): Promise<void> };

/** Each visitor makes one visit after the other, over a connection that is kept. `next` says which. */
export function openVisitors(url: string, count: number, next: (n: number) => Visit): Visitors {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const failures: string[] = [];
  let answered = 0;
  let isLeaving = false;
  const visitor = async (first: number) => {
    for (let n = first; !isLeaving; n += count) {
      const visit = next(n);
      const status = await statusOf(url, visit, agent);
      if (typeof status === 'number' && status < 400) answered++;
      else failures.push(`${visit.method} ${visit.path}: ${status}`);
    }
  };
  const all = Array.from({ length: count }, (_, n) => visitor(n));
  return {
    failures,
    answered: () => answered,
    leave: async () => {
      isLeaving = true;
      await Promise.all(all);
      agent.destroy();
    },
  };
}

function statusOf(url: string, { method, path, headers = {}, body }: Visit, agent: Agent): Promise<number | string> {
  return new Promise((done) => {
    const sent = request(url + path, { method, agent, headers });
    sent.on('error', (error) => done(error.message));
    sent.on('response', (response) => {
      response.on('error', (error) => done(error.message));
      response.on('end', () => done(response.statusCode ?? 0));
      response.resume();
    });
    sent.end(body);
  });
}
