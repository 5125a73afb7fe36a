import { Link } from '#ui/link.tsx';
import { usePages } from './site.ts';

/** Shown beside the button of forms that ask for an address, once the Privacy page is public. */
export function PrivacyLink() {
  const [page] = usePages('path', '/privacy');
  return page && <Link to={page.path}>What we keep</Link>;
}
