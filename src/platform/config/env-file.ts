/** The file .env, read into the environment of the process. */
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const names = new Set<string>();

/** Existing variables win; a missing file is ignored, one that cannot be read ends the process. */
export function loadEnvFile(path: string): void {
  if (!existsSync(path)) return;
  for (const name of Object.keys(parseEnv(readOrExit(path)))) names.add(name);
  process.loadEnvFile(path);
}

/** On a server only the site's user may read it. */
function readOrExit(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    console.error(
      `The settings in ${path} cannot be read by this user (${code}). On a server, begin with: sudo -u one-health`,
    );
    process.exit(1);
  }
}

/** Of all files that this process has loaded. */
export function namesInEnvFile(): ReadonlySet<string> {
  return names;
}
