/** The container's health check: exits with 0 when the site answers. */
import process from 'node:process';

const port = process.env.PORT ?? '3000';

process.exitCode = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2500) }).then(
  ({ ok }) => (ok ? 0 : 1),
  () => 1,
);
