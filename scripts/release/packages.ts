/** Which packages a built site needs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is in dist/ already, or makes it; every other production package runs on the server. */
export const forTheBuild = [
  '@fontsource-variable/fraunces',
  '@fontsource-variable/instrument-sans',
  '@vitejs/plugin-react',
  'diff',
  'marked',
  'quill',
  'react-router',
  'vite',
];

type Locked = {
  dev?: boolean;
  devOptional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};

/** Folders below `root`, by the lock file; those for other machines as well. */
export function packagesToRun(root: string): string[] {
  const file = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(file) as { packages: Record<string, Locked> };
  const wanted = Object.keys(packages['']?.dependencies ?? {}).filter((name) => !forTheBuild.includes(name));
  const found = new Set<string>();
  const waiting = wanted.map((name) => `node_modules/${name}`);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const locked = packages[path];
    if (!locked || locked.dev || found.has(path)) continue;
    found.add(path);
    const names = Object.keys({ ...locked.dependencies, ...locked.optionalDependencies, ...locked.peerDependencies });
    for (const name of names) waiting.push(nearest(packages, path, name));
  }
  return [...found].sort();
}

/** Where Node looks: in the package's own folder first, then in those around it. */
function nearest(packages: Record<string, Locked>, from: string, name: string): string {
  for (let folder = from; folder; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder}/node_modules/${name}`;
    if (packages[path]) return path;
  }
  return `node_modules/${name}`;
}
