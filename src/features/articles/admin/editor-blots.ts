import { BlockEmbed } from 'quill/blots/block.js';
import Embed from 'quill/blots/embed.js';

/** A rule between two parts of an article. */
export class Divider extends BlockEmbed {
  static override blotName = 'divider';
  static override tagName = 'HR';
}

export type Coming = { id: string; name: string; alt: string };

/** Keeps the place of a picture that is being uploaded; it never becomes part of the article. */
export class PictureComing extends Embed {
  static override blotName = 'picture-coming';
  static override className = 'picture-coming';
  static override tagName = 'SPAN';

  static override create(value: Coming): HTMLElement {
    const node = super.create(value) as HTMLElement;
    node.dataset.picture = value.id;
    node.dataset.name = value.name;
    node.dataset.alt = value.alt;
    node.textContent = `Uploading ${value.name}…`;
    return node;
  }

  static override value(node: HTMLElement): Coming {
    const { picture: id = '', name = '', alt = '' } = node.dataset;
    return { id, name, alt };
  }

  html(): string {
    return '';
  }
}
