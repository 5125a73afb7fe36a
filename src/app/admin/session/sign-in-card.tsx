import type { ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { Logo } from '#ui/theme/logo.tsx';
import styles from './login-screen.module.css';

type Props = { heading: ReactNode; foot?: ReactNode; children: ReactNode };

const toSite = (
  <a className={styles.back} href="/">
    Back to the site
  </a>
);

/** Of every page that needs no session. What the server sends of the sign-in page is this too. */
export function SignInCard({ heading, foot = toSite, children }: Props) {
  return (
    <main className={styles.screen}>
      <div className={styles.card}>
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

export function LoginLink({ children }: { children: string }) {
  return (
    <Link className={styles.back} to="/admin/login">
      {children}
    </Link>
  );
}
