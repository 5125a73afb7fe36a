/**
 * Starts a page's scripts, which `data-then` names, when it has been painted: it is complete without them, so its words
 * and pictures come first.
 */
const own = document.querySelector<HTMLElement>('script[data-then]');

// A page in the background is never painted.
if (document.hidden) start();
else requestAnimationFrame(() => setTimeout(start));

// A form that needs those scripts and is sent before they run waits for them; the browser would write what is in it into
// the page's address.
addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (!form.dataset.held) return;
  event.preventDefault();
  form.dataset.held = 'yes';
});

function start(): void {
  for (const file of own?.dataset.then?.split(' ') ?? []) void import(/* @vite-ignore */ file);
}
