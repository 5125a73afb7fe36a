import Syntax from 'quill/modules/syntax.js';

/**
 * Quill colours code a second after the last change, and then puts the cursor back: whoever had gone on to a button by
 * then would find the focus in the text again.
 */
export class Colouring extends Syntax {
  override highlight(...given: Parameters<Syntax['highlight']>): void {
    const { quill } = this;
    if (quill.hasFocus() || quill.getSelection() === null) return super.highlight(...given);
    quill.root.addEventListener('focus', () => this.highlight(...given), { once: true });
  }
}
