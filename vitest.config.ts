import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { compileCache } from './tests/support/compile-cache.ts';
import { longFiles } from './tests/support/long-files.ts';
import { patient } from './tests/support/patience.ts';
import { isSample } from './tests/support/sampled-tests.ts';

// The threads and processes that tests start load the same modules again and again.
process.env.NODE_COMPILE_CACHE ??= compileCache;

/** Begins with the long ones, so that the others' work fills their pauses and no core stands idle at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longFiles.some((name) => moduleId.endsWith(name));
    return (await super.sort(files)).toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)));
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/*.test.ts', 'tests/{faults,simulation}/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(isSample ? ['**/*.long.test.ts'] : [])],
    environment: 'node',
    globalSetup: 'tests/support/databases-global-setup.ts',
    // For what hangs; no test of ours takes a quarter of it.
    testTimeout: patient(120_000),
    hookTimeout: patient(180_000),
    expect: { poll: { timeout: patient(15_000) } },
    retry: 0,
    sequence: { sequencer: LongFirst },
    // A worker loads the server's modules once, not for each file: a fifth of the time. No test changes a module.
    isolate: false,
    // Nearly all that a test makes is garbage at its end: with room for it a tenth of the work is saved.
    execArgv: ['--max-semi-space-size=64'],
    // Many tests wait for a clock, a mail server or a process of their own: three more than cores keep these at work.
    maxWorkers: availableParallelism() + 3,
  },
});
