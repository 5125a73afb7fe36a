/** Figures for anyone who watches the site, in the text form that Prometheus reads (version 0.0.4). */
import { monitorEventLoopDelay } from 'node:perf_hooks';

type Reading = number | null | Record<string, number>;

/** A gauge, or what only rises. With a `label`, `read` gives a figure for each of its values. Null: not known at the moment. */
export type Metric = {
  type?: 'counter';
  help: string;
  label?: string;
  read: () => Reading | Promise<Reading>;
};

/** `isRead`: whether anyone can read them; measuring the thread's delay wakes it a hundred times a second. Returns how to read them. */
export function createMetrics(metrics: Record<string, Metric>, isRead: boolean): () => Promise<string> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  if (isRead) delay.enable();
  const own = processGauges(() => delay.percentile(99) / 1e9);

  return async () => {
    const lines: string[] = [];
    for (const [name, { type = 'gauge', help, label, read }] of Object.entries({ ...metrics, ...own })) {
      const value = await read();
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
      if (typeof value === 'number') lines.push(`${name} ${value}`);
      else for (const [of, count] of Object.entries(value ?? {})) lines.push(`${name}{${label}="${of}"} ${count}`);
    }
    // So that each reading tells of the time since the one before.
    delay.reset();
    return `${lines.join('\n')}\n`;
  };
}

function processGauges(delaySeconds: () => number): Record<string, Metric> {
  return {
    nodejs_eventloop_lag_p99_seconds: {
      help: 'How late the web thread was, 99th percentile since the last reading.',
      read: () => Number(delaySeconds().toFixed(6)) || 0,
    },
    process_resident_memory_bytes: { help: 'Memory that the process holds.', read: () => process.memoryUsage.rss() },
    nodejs_heap_size_used_bytes: { help: 'Heap in use.', read: () => process.memoryUsage().heapUsed },
    process_cpu_seconds: {
      help: 'Processor time since the start.',
      read: () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
      },
    },
    process_uptime_seconds: { help: 'Seconds since the start.', read: () => process.uptime() },
  };
}
