import { instantText } from '#shared/dates.ts';
import { Button } from '#ui/forms/button.tsx';
import { Row, Rows } from '#ui/lists/rows.tsx';
import type { MadePreviewLink } from '../article.schema.ts';
import styles from './preview-link.module.css';

type Props = { links: MadePreviewLink[]; timeZone: string; isBusy: boolean; onWithdraw: (id: number) => void };

/** Every link that shows this draft: who made it, until when it is good, and what ends it alone. */
export function MadePreviews({ links, timeZone, isBusy, onWithdraw }: Props) {
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
              <Button size="small" variant="quiet" aria-disabled={isBusy} onClick={() => onWithdraw(id)}>
                Withdraw<span className="sr-only"> number {id}</span>
              </Button>
            }
          >
            <p>
              Made by <bdi>{madeBy ?? 'a former administrator'}</bdi> {instantText(madeAt, timeZone)}, good until{' '}
              {instantText(expiresAt, timeZone)}
            </p>
          </Row>
        ))}
      </Rows>
    </div>
  );
}
