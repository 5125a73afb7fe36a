/** `npm run test:long -- simulation --seeds=10000 --first=1`: vitest knows no such options. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    first: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'sqlite' },
  },
});
const { seeds, first, engine } = values;
const env = { ...process.env, SIMULATION_SEEDS: seeds, SIMULATION_FIRST: first, SIMULATION_ENGINE: engine };
const command = ['node_modules/vitest/vitest.mjs', 'run', 'tests/simulation'];
process.exitCode = spawnSync(process.execPath, command, { env, stdio: 'inherit' }).status ?? 1;
