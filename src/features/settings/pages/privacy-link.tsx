import { Link } from '#ui/router-link.tsx';
import { usePagesWhere } from './site-context.ts';

/** Shown beside the button of forms that ask for an address, once the Privacy page is public. */
export function PrivacyLink() {
  const [page] = usePagesWhere('path', '/privacy');
  return page && <Link to={page.path}>What we keep</Link>;
}
