import { useState } from 'react';
import { Button } from '#ui/forms/button.tsx';
import type { MailView as View } from '../mail-views.schema.ts';
import styles from './mail-view.module.css';

/** Gmail cuts a mail off after this much HTML. */
const clippedAt = 102 * 1024;

/** A mail as its recipients see it: HTML in a frame without scripts, or plain text. */
export function MailView({ view: { subject, text, htmlBytes, isShortened, frameUrl } }: { view: View }) {
  const [shows, setShows] = useState<'html' | 'text'>('html');
  const isClipped = htmlBytes > clippedAt;
  return (
    <div className={styles.view}>
      <div className="row" role="group" aria-label="Show as">
        <Button size="small" variant="quiet" aria-pressed={shows === 'html'} onClick={() => setShows('html')}>
          HTML
        </Button>
        <Button size="small" variant="quiet" aria-pressed={shows === 'text'} onClick={() => setShows('text')}>
          Plain text
        </Button>
      </div>
      {shows === 'html' ? (
        <iframe
          className={styles.frame}
          title={`Mail: ${subject}`}
          src={frameUrl}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- longer than its box, it is scrolled by keyboard
        <pre className={styles.text} tabIndex={0} role="region" aria-label="Plain text">
          {text}
        </pre>
      )}
      {isShortened && (
        <p className={`small ${styles.size}`}>
          This article is too long for an email: Gmail would hide the unsubscribe link. Subscribers get its beginning
          and “Read on the site”.
        </p>
      )}
      {htmlBytes > clippedAt * 0.8 && !isShortened && (
        <p className={`small ${styles.size}`} data-clipped={isClipped || undefined}>
          {Math.ceil(htmlBytes / 1024)} kB of 102 kB.{' '}
          {isClipped
            ? 'Gmail will cut this email off and hide its end, including the unsubscribe link.'
            : 'Gmail shows all of it.'}
        </p>
      )}
    </div>
  );
}
