import { Logo } from '#ui/theme/logo.tsx';
import styles from './failed-page.module.css';

/** Works without router, data and settings. */
export function FailedPage() {
  return (
    <main id="main" className={styles.page}>
      <title>Unexpected Application Error!</title>
      <Logo size={72} />
      <h1>Unexpected Application Error!</h1>
      <p>Something went wrong on our side. Please try again in a moment.</p>
      <p>
        <a href="/">Back to Home</a>
      </p>
    </main>
  );
}
