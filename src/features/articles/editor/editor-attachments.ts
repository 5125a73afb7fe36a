import type Quill from 'quill/core.js';
import { attachmentLabel } from '#features/uploads/attachment.ts';
import { uploadAttachment } from '#features/uploads/uploads.client.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import type { PictureWork } from './editor-pictures.ts';

/** Asks for a PDF, uploads it and puts a link to it where the cursor is by then; a closed text is told of with the link. */
export function attachPdf(quill: Quill, work: PictureWork): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', accept: 'application/pdf,.pdf' });
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) void upload(quill, work, file);
  });
  input.click();
}

async function upload(quill: Quill, { work, attaching }: PictureWork, file: File): Promise<void> {
  const shown = toast.loading(`Uploading ${file.name}...`);
  attaching.add(file);
  try {
    const { url, name, bytes } = await uploadAttachment(work().api, 'articles', file);
    toast.dismiss(shown);
    await editable(quill);
    if (!quill.root.isConnected) return offer(url, file.name);
    const words = attachmentLabel(name, bytes);
    const { index, length } = quill.getSelection(true);
    const at = index + length;
    quill.history.cutoff();
    // Words beside it stay apart from it.
    const before = at > 0 && /\S/.test(quill.getText(at - 1, 1)) ? ' ' : '';
    const after = /^\s/.test(quill.getText(at, 1)) ? '' : ' ';
    quill.insertText(at, before + words + after, { link: false }, 'user');
    quill.formatText(at + before.length, words.length, 'link', url, 'user');
    quill.history.cutoff();
    quill.setSelection(at + before.length + words.length + after.length, 0, 'silent');
  } catch (error) {
    toast.update(shown, 'error', error instanceof Error ? error.message : 'Unknown upload error');
  } finally {
    attaching.delete(file);
  }
}

/** A save may hold the text; what is inserted then is ignored. */
async function editable(quill: Quill): Promise<void> {
  while (quill.root.isConnected && !quill.isEnabled()) await new Promise((done) => setTimeout(done, 100));
}

function offer(url: string, name: string): void {
  const { href } = new URL(url, location.href);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(href);
      toast.success('Link copied');
    } catch {
      toast.info(href);
    }
  };
  const action = { label: 'Copy its link', onClick: () => void copy() };
  toast.warning(`“${name}” is uploaded, but its text is closed.`, { action });
}
