import { Link } from '#ui/link.tsx';
import { usePages } from './site.ts';

/** Beside the button of a form that takes an address, once a page says what becomes of it. */
export function PrivacyLink() {
  const [page] = usePages('path', '/privacy');
  return page && <Link to={page.path}>What we keep</Link>;
}
