import { expect, test, vi } from 'vitest';
import { findProgram, isLacking } from './support/programs.ts';

test('a test whose program is missing is skipped aloud, but fails where CI is set', () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  try {
    // vdirsyncer is in no folder that is looked through in any case.
    vi.stubEnv('PATH', '');
    vi.stubEnv('CI', '');
    expect(findProgram('vdirsyncer')).toBeNull();
    expect(isLacking('vdirsyncer')).toBe(true);
    expect(String(warned.mock.calls)).toContain('apt-get install vdirsyncer');
    vi.stubEnv('CI', 'true');
    expect(() => isLacking('vdirsyncer')).toThrow('apt-get install vdirsyncer');
  } finally {
    vi.unstubAllEnvs();
    warned.mockRestore();
  }
});
