import { readFileSync } from 'node:fs';

const file = new URL('../../../package.json', import.meta.url);

/** As package.json has it, such as 0.1.0. */
export const siteVersion = (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
