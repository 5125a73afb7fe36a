/** The file .env, read into the environment of the process. */
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const names = new Set<string>();

/** Existing variables win; a missing file is ignored. */
export function loadEnvFile(path: string): void {
  if (!existsSync(path)) return;
  for (const name of Object.keys(parseEnv(readFileSync(path, 'utf8')))) names.add(name);
  process.loadEnvFile(path);
}

/** Of all files that this process has loaded. */
export function namesInEnvFile(): ReadonlySet<string> {
  return names;
}
