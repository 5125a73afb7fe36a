import { Row } from '#ui/lists/rows.tsx';
import type { Finding } from '../finding.ts';
import styles from './finding-row.module.css';

export function FindingRow({ finding: { title, sentence, todo, paste } }: { finding: Finding }) {
  return (
    <Row title={title}>
      <p>{sentence}</p>
      {todo && (
        <p className={styles.todo}>
          <strong>To do:</strong> {todo}
        </p>
      )}
      {paste && <code className={styles.paste}>{paste}</code>}
    </Row>
  );
}
