import Quill from 'quill/core.js';
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
import Underline from 'quill/formats/underline.js';
import Syntax from 'quill/modules/syntax.js';
import Table from 'quill/modules/table.js';
import Toolbar from 'quill/modules/toolbar.js';
import { articleLink } from '../article-link.ts';
import { Divider, PendingPictureBlot } from './editor-blots.ts';

/** Decides where a link leads by the same rule as the server. */
export class ArticleLink extends Link {
  static override sanitize(url: string): string {
    return articleLink(url);
  }
}

/** Always has an alt, even an empty one: without it screen readers say the file's name. */
class ArticleImage extends Image {
  static override create(value: string): HTMLElement {
    const node = super.create(value) as HTMLElement;
    node.setAttribute('alt', '');
    return node;
  }

  override format(name: string, value: string): void {
    if (name === 'alt') this.domNode.setAttribute('alt', value || '');
    else super.format(name, value);
  }
}

/**
 * What an article may hold; anything else is dropped from pasted text. Colours, fonts and sizes are not named: the site decides
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
      'formats/divider': Divider,
      'formats/picture-coming': PendingPictureBlot,
      'modules/syntax': Colouring,
      'modules/table': Table,
      'modules/toolbar': Toolbar,
    },
    true,
  );
}

/**
 * Quill colours code a second after the last change and then restores the cursor, which would take the focus from a button that
 * somebody has moved on to.
 */
class Colouring extends Syntax {
  override highlight(...given: Parameters<Syntax['highlight']>): void {
    const { quill } = this;
    if (quill.hasFocus() || quill.getSelection() === null) return super.highlight(...given);
    quill.root.addEventListener('focus', () => this.highlight(...given), { once: true });
  }
}
