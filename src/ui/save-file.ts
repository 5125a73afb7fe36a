/** Offers a file that the page made as a download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser starts the download a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
