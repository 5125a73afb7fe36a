import { expect, test, vi } from 'vitest';
import { findProgram, isLacking } from './support/programs.ts';

test('a test whose program is missing is skipped with a message', () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  try {
    // vdirsyncer is in no folder that is looked through in any case.
    vi.stubEnv('PATH', '');
    expect(findProgram('vdirsyncer')).toBeNull();
    expect(isLacking('vdirsyncer')).toBe(true);
    expect(String(warned.mock.calls)).toContain('apt-get install vdirsyncer');
  } finally {
    vi.unstubAllEnvs();
    warned.mockRestore();
  }
});
