import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';

const publicEntry = resolve(import.meta.dirname, 'src/app/public/entry-client.tsx');
const adminEntry = resolve(import.meta.dirname, 'src/app/admin/entry-admin.tsx');

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react()],
  css: { modules: command === 'build' ? { generateScopedName: '[hash:base64:6]' } : {} },
  build: isSsrBuild
    ? { ssr: 'src/app/public/entry-server.tsx', outDir: 'dist/server' }
    : {
        outDir: 'dist/client',
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: [publicEntry, adminEntry].filter((file) => existsSync(file)),
          output: { codeSplitting: { groups: [firstLoad()] } },
        },
      },
}));

/**
 * One file for all that a visitor's first page runs, with the styles of every public page, which the server puts into
 * the head of each. What only other pages run stays in files of its own.
 */
function firstLoad() {
  let wanted: Set<string> | undefined;
  return {
    debugName: 'site',
    name: (id: string, graph: Graph) => {
      wanted ??= new Set([
        ...reachable(graph, false),
        ...[...reachable(graph, true)].filter((module) => module.endsWith('.css')),
      ]);
      // It runs when it is loaded, and the administrator area loads 'site' for React.
      wanted.delete(publicEntry);
      return wanted.has(id) ? 'site' : null;
    },
  };
}

type Graph = { getModuleInfo(id: string): Rolldown.ModuleInfo | null };

/** The modules that the public entry imports, directly or not; with `lazily` those it may fetch later too. */
function reachable(graph: Graph, lazily: boolean): Set<string> {
  const found = new Set<string>();
  const waiting = [publicEntry];
  for (let id = waiting.pop(); id; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    const info = graph.getModuleInfo(id);
    waiting.push(...(info?.importedIds ?? []), ...(lazily ? (info?.dynamicallyImportedIds ?? []) : []));
  }
  return found;
}
