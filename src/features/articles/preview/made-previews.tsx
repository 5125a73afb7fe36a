import { localInstantText } from '#shared/instants.ts';
import { Button } from '#ui/forms/button.tsx';
import { Row, Rows } from '#ui/lists/rows.tsx';
import type { MadePreviewLink } from '../article.schema.ts';
import styles from './preview-link.module.css';

type Props = { links: MadePreviewLink[]; isBusy: boolean; onWithdraw: (id: number) => void };

/** Every link that shows this draft: who made it, until when it is good, and what ends it alone. */
export function MadePreviews({ links, isBusy, onWithdraw }: Props) {
  if (links.length === 0) return null;
  return (
    <div className={styles.made}>
      <Rows label="Preview links that are good still">
        {links.map(({ id, url, madeBy, madeAt, expiresAt }) => (
          <Row
            key={id}
            title={
              <a href={url} target="_blank" rel="noreferrer">
                Link {id}
              </a>
            }
            actions={
              <Button size="small" variant="quiet" disabled={isBusy} onClick={() => onWithdraw(id)}>
                Withdraw<span className="sr-only"> number {id}</span>
              </Button>
            }
          >
            <p>
              Made by <bdi>{madeBy ?? 'a former administrator'}</bdi> {localInstantText(madeAt)}, good until{' '}
              {localInstantText(expiresAt)}
            </p>
          </Row>
        ))}
      </Rows>
    </div>
  );
}
