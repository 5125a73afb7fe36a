import type Quill from 'quill/core.js';

/** Pixels between the caret and the bars. */
const gap = 12;

/** Milliseconds in which a browser finishes its own scroll to the caret. */
const afterwards = 1000;

const byHand = ['wheel', 'touchmove', 'pointerdown'] as const;

/** On touch screens the toolbar is below the text, near the thumbs, otherwise above it, as in text-editor.css. */
const isTouch = matchMedia('(hover: none) and (pointer: coarse)');

/**
 * Keeps the caret between the bars and above a phone's keyboard: the page scrolls, not the text. Pictures that load may move it.
 * Returns a function that stops it.
 */
export function keepCaretInView(quill: Quill, bar: HTMLElement) {
  let frame = 0;
  let askedAt = 0;
  // Does not scroll back someone who has scrolled away from the caret.
  let isScrolledAway = false;
  const soon = () => {
    askedAt = performance.now();
    isScrolledAway = false;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => showCaret());
  };
  function showCaret() {
    const range = quill.hasFocus() ? quill.getSelection() : null;
    if (!range || isSelecting) return;
    const bounds = quill.getBounds(isBackward(quill) ? range.index : range.index + range.length);
    const { top } = quill.container.getBoundingClientRect();
    if (bounds) scrollTo({ top: top + bounds.top, bottom: top + bounds.bottom }, bar);
  }

  // After a key press, Firefox scrolls to the caret later than this code, and only up to the edge.
  const onScrollEnd = () => {
    if (performance.now() - askedAt < afterwards) showCaret();
  };
  // A notice that arrives takes room at the top.
  const onNotice = () => {
    const caret = document.getSelection()?.focusNode;
    const { top, bottom } = (caret instanceof Element ? caret : caret?.parentElement)?.getBoundingClientRect() ?? {};
    if (top !== undefined && bottom !== undefined && bottom > 0 && top < window.innerHeight) soon();
  };
  const notices = new MutationObserver(onNotice);
  notices.observe(document.documentElement, { attributeFilter: ['style'] });
  const onScrollByHand = () => {
    askedAt = 0;
    isScrolledAway = true;
  };
  // Until then a picture has no height, and the caret may be behind it.
  const onLoad = () => {
    if (!isScrolledAway) soon();
  };

  let isSelecting = false;
  const watching = new AbortController();
  const { signal } = watching;
  quill.root.addEventListener('mousedown', () => (isSelecting = true));
  window.addEventListener('mouseup', () => (isSelecting = false), { signal });
  quill.scrollSelectionIntoView = showCaret;
  quill.on('editor-change', soon);
  quill.root.addEventListener('focus', soon);
  quill.root.addEventListener('load', onLoad, { capture: true });
  window.visualViewport?.addEventListener('resize', soon, { signal });
  document.addEventListener('scrollend', onScrollEnd, { signal });
  for (const type of byHand) window.addEventListener(type, onScrollByHand, { passive: true, signal });
  soon();
  return () => {
    cancelAnimationFrame(frame);
    notices.disconnect();
    watching.abort();
  };
}

function isBackward({ root }: Quill): boolean {
  const selection = root.ownerDocument.getSelection();
  if (!selection?.anchorNode || !selection.focusNode) return false;
  const order = selection.anchorNode.compareDocumentPosition(selection.focusNode);
  if (order === 0) return selection.focusOffset < selection.anchorOffset;
  return (order & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
}

/** Scrolls the page as little as possible; shows the beginning of anything too tall. */
function scrollTo({ top, bottom }: { top: number; bottom: number }, bar: HTMLElement): void {
  const view = window.visualViewport;
  const { offsetTop, height } = view ?? { offsetTop: 0, height: window.innerHeight };
  const barHeight = bar.offsetHeight;
  const style = getComputedStyle(bar);
  const deskBar = Number.parseFloat(style.getPropertyValue('--desk-bar')) || 0;
  // In pixels, which a custom property is not.
  const from = offsetTop + Number.parseFloat(style.scrollMarginTop) + gap + (isTouch.matches ? 0 : barHeight);
  const to = offsetTop + height - deskBar - gap - (isTouch.matches ? barHeight : 0);
  const distance = top < from || bottom - top > to - from ? top - from : Math.max(0, bottom - to);
  if (Math.abs(distance) >= 1) window.scrollBy({ top: distance, behavior: 'instant' });
}
