const known = 'plain bash cpp cs css diff xml java javascript markdown php python ruby sql'.split(' ');

/** As Markdown names them, and as the editor does. */
const others: Record<string, string> = {
  ...{ sh: 'bash', shell: 'bash', zsh: 'bash', console: 'bash', 'c++': 'cpp', c: 'cpp', 'c#': 'cs', csharp: 'cs' },
  ...{ html: 'xml', svg: 'xml', js: 'javascript', jsx: 'javascript', ts: 'javascript', typescript: 'javascript' },
  ...{ json: 'javascript', md: 'markdown', py: 'python', rb: 'ruby', patch: 'diff' },
};

/** The editor's name of a language, 'plain' for one that it does not colour. */
export function codeLanguage(name: string): string {
  const lower = name.toLowerCase();
  return known.includes(lower) ? lower : (others[lower] ?? 'plain');
}
