import type { ReactNode } from 'react';
import { Notice } from '#ui/page/screen-parts.tsx';
import { Logo } from '#ui/theme/logo.tsx';
import styles from './login-screen.module.css';

type Props = { heading: ReactNode; foot?: ReactNode; children: ReactNode };

const toSite = (
  <a className={styles.back} href="/">
    Back to the site
  </a>
);

/** The card of every page without a session. The server sends the sign-in page with the same markup. */
export function SignInCard({ heading, foot = toSite, children }: Props) {
  return (
    <main className={styles.screen}>
      <div className={`box ${styles.card}`}>
        <Logo size={52} />
        <h1 className={styles.title}>{heading}</h1>
        {children}
      </div>
      {foot}
    </main>
  );
}

export function LoginHeading({ shortName }: { shortName: string }) {
  return (
    <>
      <bdi>{shortName}</bdi> · Admin
    </>
  );
}

export function ForgottenLink() {
  return (
    <a className={styles.back} href="/admin/forgotten">
      Forgot your password?
    </a>
  );
}

export function UnclaimedNotice() {
  return (
    <Notice>
      <p>
        This site has no administrator yet. Open the link that the program printed when it was started; it is in the
        log, too. Each start prints a new one.
      </p>
    </Notice>
  );
}
