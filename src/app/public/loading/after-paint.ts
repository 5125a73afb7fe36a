/**
 * Starts the scripts that `data-then` names after the first paint: the page is complete without them, so its text and
 * pictures come first.
 */
const own = document.querySelector<HTMLElement>('script[data-then]');

// The sign-in page loads its scripts once someone uses it, or at once if someone is signed in.
if (own?.dataset.when === 'used' && !hasToken())
  for (const use of ['focusin', 'input', 'submit'])
    addEventListener(use, ({ target }) => (target as Element).matches('input, form') && start());
// A page in the background is not painted.
else if (document.hidden) start();
else requestAnimationFrame(() => setTimeout(start));

let isLost = false;

// A form that those scripts send waits for them. When they could not be loaded the browser posts it.
addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (!form.dataset.held || event.defaultPrevented || isLost) return;
  event.preventDefault();
  form.dataset.held = 'yes';
});

// The menu of a small screen opens before they run. React takes over its state (header.tsx).
addEventListener('click', ({ target }) => {
  const toggle = (target as Element).closest<HTMLElement>('button[data-early]');
  if (!toggle) return;
  // Uses the attribute: not every browser has the property.
  const isOpen = toggle.getAttribute('aria-expanded') !== 'true';
  toggle.setAttribute('aria-expanded', `${isOpen}`);
  const menu = document.getElementById(toggle.getAttribute('aria-controls') ?? '');
  if (menu) menu.dataset.open = `${isOpen}`;
});

// The code of the page itself, which those scripts fetch (entry-client.tsx).
addEventListener('page-code-lost', lose);

function hasToken(): boolean {
  try {
    return localStorage.getItem('adminToken') !== null;
  } catch {
    return false;
  }
}

function start(): void {
  for (const file of own?.dataset.then?.split(' ') ?? []) import(/* @vite-ignore */ file).catch(lose);
}

/** Any of the scripts may fail to load; the form is posted only once. */
function lose(): void {
  if (isLost) return;
  isLost = true;
  document.querySelector<HTMLFormElement>('[data-held=yes]')?.submit();
}
