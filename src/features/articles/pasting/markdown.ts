import { codeLanguage } from './code-language.ts';

/**
 * Whether a text without formats is Markdown: one sign that no one writes by accident, or two entries of a list. A false yes
 * costs one undo.
 */
export function looksLikeMarkdown(text: string): boolean {
  const lines = text.slice(0, longest).split('\n');
  if (lines.some((line) => sureSigns.some((sign) => sign.test(line)))) return true;
  return lines.filter((line) => listEntry.test(line)).length >= 2;
}

/** Characters; a sign of Markdown comes earlier. */
const longest = 50_000;

const listEntry = /^ {0,6}([-*+]|\d{1,3}[.)]) +\S/;

const sureSigns = [
  /^ {0,3}#{1,6} +\S/,
  /^ {0,3}> ?\S/,
  /^ {0,3}(```|~~~)/,
  /^ {0,3}\|? *:?-{3,}:? *\|/,
  // bounded: a line of anyone who pastes
  /(^|\W)(\*\*|__)[^\s*_][^*_]*(\*\*|__)(\W|$)/u,
  // bounded: a line of anyone who pastes
  /\[[^[\]]+\]\((https?:|mailto:|\/|#)[^\s()]*\)/,
];

/** Loads the parser. Rejects when it cannot be fetched. */
export async function htmlOfMarkdown(text: string): Promise<string> {
  const { Marked } = await import('marked');
  const html = new Marked({ gfm: true }).parse(text, { async: false });
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const code of body.querySelectorAll('pre > code')) {
    const [, language = ''] = /\blanguage-(\S+)/.exec(code.className) ?? [];
    if (code.parentElement) code.parentElement.dataset.language = codeLanguage(language);
    code.textContent = (code.textContent ?? '').replace(/\n$/, '');
  }
  return body.innerHTML;
}
