import type Quill from 'quill/core.js';
import { attachmentLabel } from '#features/uploads/attachment.ts';
import { uploadAttachment } from '#features/uploads/uploads.client.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import type { TextDraft } from '../admin/text-pictures.ts';

/** Asks for a PDF, uploads it and puts a link to it where the cursor is by then. */
export function attachPdf(quill: Quill, work: () => TextDraft): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', accept: 'application/pdf,.pdf' });
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) void upload(quill, work, file);
  });
  input.click();
}

async function upload(quill: Quill, work: () => TextDraft, file: File): Promise<void> {
  const shown = toast.loading(`Uploading ${file.name}...`);
  try {
    const { url, name, bytes } = await uploadAttachment(work().api, 'articles', file);
    toast.dismiss(shown);
    if (!quill.root.isConnected) return;
    const words = attachmentLabel(name, bytes);
    const { index, length } = quill.getSelection(true);
    quill.history.cutoff();
    quill.insertText(index + length, words, { link: url }, 'user');
    quill.history.cutoff();
    quill.setSelection(index + length + words.length, 0, 'silent');
  } catch (error) {
    toast.update(shown, 'error', error instanceof Error ? error.message : 'Unknown upload error');
  }
}
