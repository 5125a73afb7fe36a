/**
 * Starts a page's scripts, which `data-then` names, when it has been painted: it is complete without them, so its words
 * and pictures come first.
 */
const own = document.querySelector<HTMLElement>('script[data-then]');

// A page in the background is never painted.
if (document.hidden) start();
else requestAnimationFrame(() => setTimeout(start));

let isLost = false;

// A form that needs those scripts and is sent before they run waits for them, or says that they have not come.
addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (!form.dataset.held || event.defaultPrevented) return;
  form.dataset.held = 'yes';
  if (isLost) tell(form);
});

// The menu of a small screen opens before they run; React goes on from what it finds (header.tsx).
addEventListener('click', ({ target }) => {
  const toggle = (target as Element).closest<HTMLElement>('button[data-early]');
  if (!toggle) return;
  // By the attribute: not every browser has the property of it.
  const isOpen = toggle.getAttribute('aria-expanded') !== 'true';
  toggle.setAttribute('aria-expanded', `${isOpen}`);
  const menu = document.getElementById(toggle.getAttribute('aria-controls') ?? '');
  if (menu) menu.dataset.open = `${isOpen}`;
});

function start(): void {
  for (const file of own?.dataset.then?.split(' ') ?? []) import(/* @vite-ignore */ file).catch(lose);
}

function lose(): void {
  isLost = true;
  document.querySelectorAll<HTMLElement>('[data-held=yes]').forEach(tell);
}

function tell(form: HTMLElement): void {
  const line = form.querySelector('[role=status]');
  if (line) line.textContent = form.dataset.lost ?? '';
}
