import Inline from 'quill/blots/inline.js';
import Quill, { Parchment } from 'quill/core.js';
import { AlignClass } from 'quill/formats/align.js';
import Blockquote from 'quill/formats/blockquote.js';
import Bold from 'quill/formats/bold.js';
import CodeBlock, { Code } from 'quill/formats/code.js';
import { DirectionClass } from 'quill/formats/direction.js';
import Header from 'quill/formats/header.js';
import Image from 'quill/formats/image.js';
import Indent from 'quill/formats/indent.js';
import Italic from 'quill/formats/italic.js';
import Link from 'quill/formats/link.js';
import List from 'quill/formats/list.js';
import Script from 'quill/formats/script.js';
import Strike from 'quill/formats/strike.js';
import { TableCell } from 'quill/formats/table.js';
import Underline from 'quill/formats/underline.js';
import Syntax from 'quill/modules/syntax.js';
import Table from 'quill/modules/table.js';
import Toolbar from 'quill/modules/toolbar.js';
import { formImageUrl, writtenImageUrl } from '#shared/item-picture.ts';
import { normaliseArticleLink } from '../link-address.ts';
import { Divider, LineBreak, labelUndescribedPicture, PendingPictureBlot } from './editor-blots.ts';
import { HtmlBlock } from './html-blocks/html-block.ts';
import { CaptionLine, headerCell } from './lines/figure-lines.ts';

/** Decides where a link leads by the same rule as the server. */
export class ArticleLink extends Link {
  static override sanitize(url: string): string {
    return normaliseArticleLink(url);
  }
}

/** No alt: not described yet. An empty alt: decorative. */
class ArticleImage extends Image {
  static override create(value: string): HTMLElement {
    const node = super.create(formImageUrl(value)) as HTMLElement;
    labelUndescribedPicture(node);
    return node;
  }

  static override value(node: HTMLElement): string {
    return writtenImageUrl(super.value(node) ?? '');
  }

  static override formats(node: Element): Record<string, string | null> {
    return { ...super.formats(node), ...(node.classList.contains('wide') && { wide: 'true' }) };
  }

  override format(name: string, value: string): void {
    if (name === 'wide') this.domNode.classList.toggle('wide', Boolean(value));
    else if (name === 'alt' && typeof value === 'string') this.domNode.setAttribute('alt', value);
    else super.format(name, value);
    if (this.domNode.className === '') this.domNode.removeAttribute('class');
    labelUndescribedPicture(this.domNode as HTMLElement);
  }

  /** Without elements that are only for the writer. */
  html(): string {
    // In a document that loads nothing.
    const image = document.implementation.createHTMLDocument('').importNode(this.domNode as HTMLElement);
    image.removeAttribute('aria-label');
    image.setAttribute('src', ArticleImage.value(image));
    return image.outerHTML;
  }
}

/** One line: headings, lists and quotes have no place in it. */
class Cell extends TableCell {
  override format(name: string, value: string): void {
    const isOfAnotherLine = value && name !== 'table' && this.scroll.query(name, Parchment.Scope.BLOCK_BLOT);
    if (!isOfAnotherLine) super.format(name, value);
  }
}

/**
 * The formats of an article; pasting drops all others. Colours, fonts and sizes are not included: the site decides
 * them.
 */
export function registerFormats(): void {
  Quill.register(
    {
      'formats/align': AlignClass,
      'formats/direction': DirectionClass,
      'formats/indent': Indent,
      'formats/blockquote': Blockquote,
      'formats/code-block': CodeBlock,
      'formats/header': Header,
      'formats/list': List,
      'formats/bold': Bold,
      'formats/code': Code,
      'formats/italic': Italic,
      'formats/link': ArticleLink,
      'formats/script': Script,
      'formats/strike': Strike,
      'formats/underline': Underline,
      'formats/image': ArticleImage,
      'formats/caption': CaptionLine,
      'formats/header-cell': headerCell,
      'formats/divider': Divider,
      'formats/kept': HtmlBlock,
      'formats/line-break': LineBreak,
      'formats/lang': ofBlock('lang'),
      'formats/dir': ofBlock('dir'),
      'formats/picture-coming': PendingPictureBlot,
      'modules/syntax': Colouring,
      'modules/table': Table,
      'modules/toolbar': Toolbar,
    },
    true,
  );
  // After the module, which brings its own.
  Quill.register('formats/table', Cell, true);
  for (const name of keptMarks) Quill.register(`formats/${name}`, markOf(name), true);
}

/** Formats without a button, kept where they are. */
const keptMarks = ['mark', 'small', 'ins', 'del'];

function markOf(name: string) {
  return class extends Inline {
    static override blotName = name;
    static override tagName = name.toUpperCase();
  };
}

function ofBlock(name: string) {
  return new Parchment.Attributor(name, name, { scope: Parchment.Scope.BLOCK });
}

/**
 * Quill colours code a second after the last change and then restores the cursor, which would take the focus from a button that
 * someone has moved on to.
 */
class Colouring extends Syntax {
  override highlight(...given: Parameters<Syntax['highlight']>): void {
    const { quill } = this;
    if (!quill.hasFocus() && quill.getSelection() !== null) {
      quill.root.addEventListener('focus', () => this.highlight(...given), { once: true });
      return;
    }
    const { hljs } = this.options;
    if ('highlight' in hljs || !quill.root.querySelector('[data-language]:not([data-language="plain"])'))
      return super.highlight(...given);
    // Fetched with the first code in a language; without it code has one colour.
    import('./highlighter.ts')
      .then(({ highlighter }) => {
        this.options.hljs = highlighter;
        this.highlight(null, true);
      })
      .catch(() => undefined);
  }
}
