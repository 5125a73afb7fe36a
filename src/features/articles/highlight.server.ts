/** Colours the code blocks of an article for readers, on the server, so that no page needs a script for it. */
const longest = 20_000;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** `html` comes from the sanitiser: a block is `<pre data-language="…">` around escaped text. */
export async function highlightCode(html: string): Promise<string> {
  if (!html.includes('data-language=')) return html;
  // Few articles have code, and the languages take memory.
  const { highlighter } = await import('./admin/highlighter.ts');
  return html.replace(
    // bounded: the sanitiser leaves few and short attributes
    /(<pre\b[^<>]*\bdata-language="([\w-]+)"[^<>]*>)([^<>]*)(<\/pre>)/g,
    (block, open, language, code, close) => {
      if (!highlighter.getLanguage(language) || code.length > longest) return block;
      const text = code.replace(/&(amp|lt|gt|quot);/g, (_: string, name: string) => entities[name] ?? '');
      return `${open}${highlighter.highlight(text, { language, ignoreIllegals: true }).value}${close}`;
    },
  );
}
