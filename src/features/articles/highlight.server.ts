/** Colours the code blocks of an article for readers, on the server, so that no page needs a script for it. */
import hljs from 'highlight.js/lib/common';

const longest = 20_000;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** `html` comes from the sanitiser: a block is `<pre data-language="…">` around escaped text. */
export function highlightCode(html: string): string {
  return html.replace(
    /(<pre\b[^<>]*\bdata-language="([\w-]+)"[^<>]*>)([^<>]*)(<\/pre>)/g,
    (block, open, language, code, close) => {
      if (!hljs.getLanguage(language) || code.length > longest) return block;
      const text = code.replace(/&(amp|lt|gt|quot);/g, (_: string, name: string) => entities[name] ?? '');
      return `${open}${hljs.highlight(text, { language, ignoreIllegals: true }).value}${close}`;
    },
  );
}
