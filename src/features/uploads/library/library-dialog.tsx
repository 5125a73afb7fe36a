import { pictureUrl } from '#shared/item-picture.ts';
import modal from '#ui/dialogs/confirm.module.css';
import { Modal } from '#ui/dialogs/modal.tsx';
import { Button } from '#ui/forms/button.tsx';
import { CardList } from '#ui/lists/card-list.tsx';
import { useApiList } from '#ui/lists/use-list.ts';
import { EmptyState } from '#ui/page/empty-and-error-states.tsx';
import styles from './library-dialog.module.css';
import type { LibraryPicture } from './library-picture.schema.ts';

type Props = { onChoose: (picture: LibraryPicture) => void; onClose: () => void };

/** Every stored picture, one to be chosen. */
export function LibraryDialog({ onChoose, onClose }: Props) {
  const list = useApiList<LibraryPicture>('/pictures/admin', 'Failed to load the pictures. Please try again.');

  return (
    <Modal label="Choose from library" className={`${modal.dialog} ${styles.dialog}`} onCancel={onClose}>
      <div className={`line ${styles.head}`}>
        <h2 className={styles.title}>Choose from library</h2>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      <div className={styles.grid}>
        <CardList
          list={list}
          empty={
            <EmptyState
              title="No pictures here"
              message="Pictures uploaded for articles, events and profiles appear here."
            />
          }
          card={(picture) => (
            <button key={picture.id} type="button" className={styles.choice} onClick={() => onChoose(picture)}>
              <img src={pictureUrl(picture.previewUrl)} alt="" loading="lazy" decoding="async" />
              <span>{picture.fileName ?? `${picture.width} × ${picture.height} picture`}</span>
            </button>
          )}
        />
      </div>
    </Modal>
  );
}
