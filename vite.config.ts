import { existsSync, globSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';

const publicEntry = resolve(import.meta.dirname, 'src/app/public/entry-client.tsx');
const afterPaint = resolve(import.meta.dirname, 'src/app/public/loading/after-paint.ts');
const adminEntry = resolve(import.meta.dirname, 'src/app/admin/entry-admin.tsx');
const writing = ['app/admin/articles/manage-articles.tsx', 'features/articles/editor/text-editor.tsx'];
const home = ['app/public/home/home.route.tsx'];
/** What visitors open most beside home. */
const opened: Record<string, string[]> = {
  lists: ['features/articles/pages/articles.route.tsx', 'features/newsletter/archive/pages/newsletters.route.tsx'],
  events: ['app/public/event-pages.ts'],
  reading: ['app/public/article/article.route.tsx'],
};
/** What comes later into a page that is open. */
const late: Record<string, string[]> = { signup: ['features/registrations/pages/signup-standing.tsx'] };

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react()],
  css: { modules: command === 'build' ? { generateScopedName: shortNames() } : {} },
  // With the router inside, the server's file is read at once instead of some eighty.
  ssr: { noExternal: command === 'build' ? ['react-router', '@remix-run/route-pattern'] : [] },
  build: isSsrBuild
    ? {
        ssr: 'src/app/public/entry-server.tsx',
        outDir: 'dist/server',
        // One file, read at start: a running site must not look for parts that a later build has replaced.
        rolldownOptions: { output: { codeSplitting: false, comments: false } },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          // Else it may put later pages into the first page's file, depending on what they share with the administrators'.
          experimental: { chunkOptimization: { mergeCommonChunks: false } },
          input: [publicEntry, afterPaint, adminEntry].filter((file) => existsSync(file)),
          output: { codeSplitting: { groups: sharedFiles() } },
        },
      },
}));

/** Of classes and animations: the number of the style sheet among all, and of the name in it. Both builds count alike. */
function shortNames() {
  const sheets = globSync('src/**/*.module.css', { cwd: import.meta.dirname }).sort();
  const namesOf = new Map<string, string[]>();
  return (name: string, file: string) => {
    const names = namesOf.get(file) ?? [];
    if (!names.includes(name)) namesOf.set(file, [...names, name]);
    const sheet = sheets.indexOf(relative(import.meta.dirname, file));
    return `_${sheet.toString(36)}-${(namesOf.get(file) ?? names).indexOf(name).toString(36)}`;
  };
}

/**
 * One file for what every page and the administrators' area run first, one for what home shares with other pages, and one
 * for each set of pages that visitors open most and that share something, so that none fetches what it does not need. What
 * only other pages share is one file more. So it is for the area and its screens. What one page or screen adds stays in a
 * file of its own.
 */
function sharedFiles() {
  let site: Parts | undefined;
  let area: Parts | undefined;
  const known = new Map<string[], Set<string>>();
  const isNeeded = (files: string[], id: string, graph: Graph) => {
    const modules =
      known.get(files) ??
      new Set(files.flatMap((file) => [...reachable(graph, resolve(import.meta.dirname, 'src', file))]));
    known.set(files, modules);
    return modules.has(id);
  };
  const fileOf = (id: string, graph: Graph): string | null => {
    site ??= parts(graph, publicEntry);
    area ??= parts(graph, adminEntry);
    const [pages, screens] = [usesOf(id, site), usesOf(id, area)];
    const isShared = pages > 0 && (pages > 1 || screens > 0);
    if (site.first.has(id) || (isShared && isNeeded(home, id, graph))) return screens > 0 ? 'core' : 'site';
    if (isShared) {
      const sharersIn = (sets: Record<string, string[]>) =>
        Object.keys(sets).filter((name) => isNeeded(sets[name] ?? [], id, graph));
      const first = sharersIn(opened);
      const sharers = first.length > 0 ? first : sharersIn(late);
      // What several of them share is little: screens take all of it along, but for what needs the file of home.
      const isApart =
        screens === 0 &&
        (sharers.length < 2 || [...reachable(graph, id)].some((one) => one !== id && fileOf(one, graph) === 'site'));
      const start = area.first.has(id) && sharers.length === 0 ? 'both' : isApart ? 'pages' : 'shared';
      return [start, ...sharers].join('-');
    }
    if (area.first.has(id)) return 'area';
    if (screens > 1) return isNeeded(writing, id, graph) ? 'forms' : 'screens';
    return null;
  };
  // In this order: a file takes along what its modules need, unless one before it has that.
  const sets = [...subsets(Object.keys(opened)), ...Object.keys(late).map((name) => [name])];
  sets.sort((one, other) => other.length - one.length);
  const ofSets = (start: string) => sets.map((names) => [start, ...names].join('-'));
  const ofPages = [...ofSets('shared').slice(0, -1), 'both', 'shared', ...ofSets('pages')];
  const files = ['core', 'site', ...ofPages, 'area', 'forms', 'screens'];
  return files.map((file) => ({
    name: (id: string, graph: Graph) => (fileOf(id, graph) === file ? file : null),
    debugName: file,
  }));
}

function subsets(names: string[]): string[][] {
  const [first, ...rest] = names;
  if (first === undefined) return [[]];
  const others = subsets(rest);
  return [...others.map((one) => [first, ...one]), ...others];
}

/** What runs first, and what each page or screen needs that is fetched later. */
type Parts = { first: Set<string>; later: Set<string>[] };

function parts(graph: Graph, entry: string): Parts {
  return {
    first: reachable(graph, entry),
    later: lazyEntries(graph, entry).map((page) => reachable(graph, page)),
  };
}

function usesOf(id: string, { first, later }: Parts): number {
  return [first, ...later].filter((modules) => modules.has(id)).length;
}

type Graph = { getModuleInfo(id: string): Rolldown.ModuleInfo | null };

/** What the pages of `entry` import only when it is needed. */
function lazyEntries(graph: Graph, entry: string): string[] {
  const found = reachable(graph, entry, (info) => [...info.importedIds, ...info.dynamicallyImportedIds]);
  return [...new Set([...found].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []))];
}

/** The modules that `entry` imports, directly or not. */
function reachable(
  graph: Graph,
  entry: string,
  importsOf = (info: Rolldown.ModuleInfo) => info.importedIds,
): Set<string> {
  const found = new Set([entry]);
  for (const id of found) {
    const info = graph.getModuleInfo(id);
    for (const imported of info ? importsOf(info) : []) found.add(imported);
  }
  return found;
}
