const blocks = 'p, h1, h2, h3, h4, h5, h6, li, pre, blockquote, tr';

/** The words of an article, a line for each paragraph, with pictures and list items marked. */
export function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const item of body.querySelectorAll('li')) item.prepend('• ');
  for (const picture of body.querySelectorAll('img')) picture.replaceWith(`[Image${altOf(picture)}]`);
  for (const rest of body.querySelectorAll('br')) rest.replaceWith('\n');
  for (const block of body.querySelectorAll(blocks)) block.append('\n');
  return (body.textContent ?? '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\n{2,}/g, '\n')
    .trim();
}

function altOf(picture: HTMLImageElement): string {
  return picture.alt ? `: ${picture.alt}` : '';
}
