import { buttonClass, LinkButton } from '#ui/forms/button.tsx';
import { ActionRow, Notice } from '#ui/page/screen-parts.tsx';
import styles from './saved-notice.module.css';

/** `path`: where visitors see it; null if they do not. */
export type JustSaved = { id: number; title: string; path: string | null };

/** Above the form that a save has cleared: the ways to what was saved. It takes the focus. */
export function SavedNotice({ saved: { id, title, path } }: { saved: JustSaved }) {
  return (
    <div className={styles.saved} tabIndex={-1} data-just-saved role="group" aria-label={`Saved: ${title}`}>
      <Notice>
        <ActionRow>
          <span className="line">
            <strong>
              Saved: <bdi>{title}</bdi>
            </strong>
          </span>
          {path && (
            <a className={buttonClass({ variant: 'quiet', size: 'small' })} href={path} target="_blank" rel="noopener">
              View on the site ↗
            </a>
          )}
          <LinkButton variant="quiet" size="small" to={`?edit=${id}`}>
            Edit
          </LinkButton>
        </ActionRow>
      </Notice>
    </div>
  );
}
