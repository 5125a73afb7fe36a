import modal from '#ui/dialogs/confirm.module.css';
import { Modal } from '#ui/dialogs/modal.tsx';
import { Button } from '#ui/forms/button.tsx';
import { ActionRow } from '#ui/page/screen-parts.tsx';
import { saveFile } from '#ui/save-file.ts';
import styles from './recovery-codes-dialog.module.css';

type Props = { codes: string[]; username: string; onClose: () => void };

/** The one time that the codes are shown. */
export function RecoveryCodesDialog({ codes, username, onClose }: Props) {
  const text = [`Recovery codes of ${username} for ${location.host}. Each works once.`, '', ...codes, ''].join('\n');

  return (
    <Modal label="Your recovery codes" className={`${modal.dialog} ${styles.dialog}`} onCancel={onClose}>
      <h2 className={modal.message}>Your recovery codes</h2>
      <p>
        They are not shown again. Keep them where you can find them without your phone: printed, or in a password
        manager. Each signs <bdi>{username}</bdi> in to {location.host} once, if the phone is lost.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <ActionRow>
        <Button
          size="small"
          variant="quiet"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          Download
        </Button>
        <Button size="small" variant="quiet" onClick={() => window.print()}>
          Print
        </Button>
        <Button size="small" onClick={onClose}>
          I have saved them
        </Button>
      </ActionRow>
    </Modal>
  );
}
