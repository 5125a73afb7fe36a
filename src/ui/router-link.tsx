import type { ComponentProps, MouseEvent } from 'react';
import { createPath, type NavigateOptions, useLocation, useNavigate, useResolvedPath } from 'react-router';

type LinkOptions = Pick<NavigateOptions, 'replace' | 'state' | 'preventScrollReset' | 'viewTransition'>;
export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target' | 'download'> & LinkOptions & { to: string };

/** A link within the site, to an absolute path. Why it is not the router's own: `docs/speed.md`. */
export const Link = import.meta.env.SSR ? ShownLink : FollowedLink;

/** On the server the router would resolve `to` to itself, and take as long as the queries. */
function ShownLink({ to, children, ...rest }: LinkProps) {
  const { replace: _r, state: _s, preventScrollReset: _p, viewTransition: _v, ...attributes } = rest;
  return (
    <a {...attributes} href={to}>
      {children}
    </a>
  );
}

function FollowedLink({
  to,
  replace,
  state,
  preventScrollReset,
  viewTransition,
  onClick,
  children,
  ...rest
}: LinkProps) {
  const navigate = useNavigate();
  const here = useLocation();
  const href = createPath(useResolvedPath(to));

  function followUnlessHandled(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    void navigate(to, {
      replace: replace ?? createPath(here) === href,
      state,
      preventScrollReset,
      viewTransition,
    } as LinkOptions);
  }

  return (
    <a {...rest} href={href} onClick={followUnlessHandled}>
      {children}
    </a>
  );
}

/** Current on its page and the pages below, with `end` only on its page. */
export function NavLink({ end = false, ...rest }: LinkProps & { end?: boolean }) {
  const { pathname } = useLocation();
  const isCurrent = pathname === rest.to || (!end && pathname.startsWith(`${rest.to}/`));
  return <Link aria-current={isCurrent ? 'page' : undefined} {...rest} />;
}

/** Handles a click on a link in the page. */
export function onPlainClick(act: () => void) {
  return (click: MouseEvent) => {
    if (!isPlainClick(click)) return;
    click.preventDefault();
    act();
  };
}

/** False for clicks that ask for a new tab or window: the browser handles them. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
