/** `npm run demo:stress`: a site with content as demanding as real content gets, until it is stopped. */
import { administrator, startSite } from '../tests/support/site.ts';
import { fillStressed } from '../tests/support/stressed-site.ts';
import { buildIfNeeded } from './build.ts';

await buildIfNeeded();
const site = await startSite({ PORT: process.env.PORT ?? '3000', LOG_LEVEL: 'warn' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void site.stop());
console.log('Adding 201 events, 40 members and long articles, which takes some seconds.');
await fillStressed(site);
console.log(`${site.url} is ready; ${administrator.username} signs in with "${administrator.password}".`);
