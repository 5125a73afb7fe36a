/** Milliseconds of one call. */
export type Times = { p50: number; p99: number };

/** After a tenth of the runs that do not count. */
export async function timesOf(runs: number, call: (run: number) => Promise<void>): Promise<Times> {
  const warming = Math.ceil(runs / 10);
  const all: number[] = [];
  for (let run = 0; run < warming + runs; run += 1) {
    const start = performance.now();
    await call(run);
    if (run >= warming) all.push(performance.now() - start);
  }
  return figures(all);
}

export function figures(times: number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
