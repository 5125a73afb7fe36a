/** Links without what another program put around them; those that lead nowhere on a website become words. */
export function cleanLink(link: HTMLAnchorElement): void {
  const address = link.getAttribute('href')?.trim() ?? '';
  if (address === '' || /^(#|file:|about:|blob:|javascript:)/i.test(address))
    return link.replaceWith(...link.childNodes);
  const target = link.getAttribute('originalsrc') ?? unprotected(address);
  if (target === address) return;
  // The words may be the address.
  if (link.textContent?.trim() === address) link.textContent = target;
  link.setAttribute('href', target);
}

/** The address within one of Outlook's, Proofpoint's or Google's, which also name the person who got the link. */
function unprotected(address: string): string {
  const inner = URL.canParse(address) ? innerAddress(new URL(address)) : null;
  return inner && /^(https?:\/\/|mailto:)/i.test(inner) ? unprotected(inner) : address;
}

function innerAddress({ hostname, pathname, search, searchParams }: URL): string | null {
  if (hostname.endsWith('.safelinks.protection.outlook.com')) return searchParams.get('url');
  if (/^(www\.)?google\.[a-z]+(\.[a-z]+)?$/.test(hostname) && pathname === '/url')
    return searchParams.get('q') ?? searchParams.get('url');
  if (!/^urldefense\.(proofpoint\.)?com$/.test(hostname)) return null;
  const given = searchParams.get('u');
  if (pathname.startsWith('/v2/')) return given && decodeURIComponent(given.replaceAll('-', '%').replaceAll('_', '/'));
  // bounded: in the browser of anyone who pastes
  const [, replaced, signs = ''] = /^\/v3\/__(.+?)__;([\w-]*)!/.exec(pathname + search) ?? [];
  if (replaced === undefined) return given;
  const rest = Array.from(atob(signs.replaceAll('-', '+').replaceAll('_', '/')));
  return replaced.replaceAll('*', () => rest.shift() ?? '*');
}
