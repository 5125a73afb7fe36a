import { isRealAddress } from '#features/accounts/account.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/page/screen.tsx';
import { useSession } from '../session/session.ts';
import styles from './address-notice.module.css';

/** For the first administrator, whose address the first start made up. */
export function AddressNotice() {
  const session = useSession();
  if (session.status !== 'signed in' || isRealAddress(session.administrator.email)) return null;
  return (
    <div className={styles.notice}>
      <Notice isWarning>
        <p>
          Your account has no real e-mail address yet: no link can reach you when you forget your password.{' '}
          <Link to="/admin/account">Enter your e-mail address</Link>
        </p>
      </Notice>
    </div>
  );
}
