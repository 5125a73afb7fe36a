/** The body of a Markdown file as HTML, with footnotes and the shortcodes of Hugo that have a plain meaning. */
import { Marked } from 'marked';
import { escapeHtml } from '#shared/mail/mail-layout.ts';
import { linkTo } from './body.ts';

/** `notes` gets what is not understood and stays in the text. */
export function markdownHtml(markdown: string, notes: Set<string>): string {
  const footnotes: string[] = [];
  const texts = new Map<string, string>();
  const kept: string[] = [];
  let open = '';
  for (const [line, isCode] of linesOf(markdown)) {
    const [, name = '', text = ''] = (!isCode && /^\[\^([\w-]{1,40})\]:\s(.*)$/.exec(line)) || [];
    if (name) texts.set((open = name), text);
    else if (open && !isCode && /^(?: {2,}|\t)\S/.test(line)) texts.set(open, `${texts.get(open)} ${line.trim()}`);
    else {
      open = '';
      kept.push(line);
    }
  }
  const mark = (whole: string, name: string) => {
    if (!texts.has(name)) return whole;
    if (!footnotes.includes(name)) footnotes.push(name);
    const n = footnotes.indexOf(name) + 1;
    return `<sup><a href="#fn${n}" id="fnref${n}">${n}</a></sup>`;
  };
  const lines = [...linesOf(kept.join('\n'))].map(([line, isCode]) =>
    isCode ? line : withShortcodes(line, notes).replace(/\[\^([\w-]{1,40})\](?!:)/g, mark),
  );
  const marked = new Marked({ gfm: true, async: false });
  // As the editor writes them.
  marked.use({
    renderer: {
      del: (token) => `<s>${marked.Parser.parseInline(token.tokens)}</s>`,
      code: ({ text, lang }) => `<pre data-language="${escapeHtml(lang || 'plain')}">\n${escapeHtml(text)}\n</pre>\n`,
    },
  });
  const ends = footnotes.map((name, at) => {
    const text = marked.parseInline(texts.get(name) ?? '', { async: false });
    return `<p id="fn${at + 1}">${at + 1}. ${text} <a href="#fnref${at + 1}">↩</a></p>`;
  });
  return [marked.parse(lines.join('\n'), { async: false }), ...ends].join('\n');
}

function* linesOf(markdown: string): Generator<[line: string, isCode: boolean]> {
  let fence = '';
  for (const line of markdown.split('\n')) {
    const [mark = ''] = /^(?:`{3,}|~{3,})/.exec(line.trimStart()) ?? [];
    if (!fence && mark) fence = mark;
    else if (fence && mark.startsWith(fence) && line.trim() === mark) {
      fence = '';
      yield [line, true];
      continue;
    }
    yield [line, fence !== ''];
  }
}

function withShortcodes(line: string, notes: Set<string>): string {
  return line.replace(
    /\{(\{[<%]|%)-?\s{0,9}(\/?[\w-]{1,60})([^{}]{0,800})\}{1,2}/g,
    (whole, mark: string, name: string, rest: string) => {
      // bounded: by the pattern above
      const written = rest.replace(/\s*\/?-?[>%]\}?$/, '').trim();
      const values = [...written.matchAll(/(?:([\w-]+)=)?(?:"([^"]*)"|'([^']*)'|([^\s"'=]+))/g)].map(
        ([, key = '', double, single, bare]) => [key, double ?? single ?? bare ?? ''] as const,
      );
      const first = values.find(([key]) => key === '' || key === 'id' || key === 'src')?.[1] ?? '';
      const valueOf = (wanted: string) => values.find(([key]) => key === wanted)?.[1] ?? '';
      if (mark.startsWith('{') && name === 'youtube' && first)
        return linkTo(`https://www.youtube.com/watch?v=${first}`);
      if (mark.startsWith('{') && name === 'vimeo' && first) return linkTo(`https://vimeo.com/${first}`);
      if (mark.startsWith('{') && /^(rel)?ref$/.test(name)) return `/${first.replace(/^\/|(\/index)?\.md$/g, '')}/`;
      if (mark.startsWith('{') && name === 'figure' && first) {
        const [alt, caption] = [valueOf('alt') || valueOf('caption'), valueOf('caption') || valueOf('title')];
        return `<figure><img src="${escapeHtml(first)}" alt="${escapeHtml(alt)}">${caption && `<figcaption>${escapeHtml(caption)}</figcaption>`}</figure>`;
      }
      notes.add(`${mark.startsWith('{') ? `{{< ${name} >}}` : `{% ${name} %}`} is not understood`);
      return whole;
    },
  );
}
