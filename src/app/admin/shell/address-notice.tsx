import { isRealAddress } from '#features/accounts/account.ts';
import { LinkButton } from '#ui/forms/button.tsx';
import { Actions, Notice } from '#ui/page/screen.tsx';
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
          Your account has no real e-mail address yet. Without one nobody can send you a link when you forget your
          password, or tell you when somebody changes your account.
        </p>
        <Actions>
          <LinkButton size="small" to="/admin/account">
            Enter your e-mail address
          </LinkButton>
        </Actions>
      </Notice>
    </div>
  );
}
