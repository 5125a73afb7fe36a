import { type FormEvent, useCallback, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ListOptions } from '#shared/api-client.ts';
import { pictureUrl } from '#shared/picture.ts';
import { useApi } from '#ui/api.ts';
import modal from '#ui/dialogs/confirm.module.css';
import { useModal } from '#ui/dialogs/use-modal.ts';
import { Button } from '#ui/forms/button.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { ListView } from '#ui/lists/list-view.tsx';
import { useList } from '#ui/lists/use-list.ts';
import { EmptyState } from '#ui/page/states.tsx';
import { listPictures } from './library.client.ts';
import { libraryMessages, pictureTitle } from './library.ts';
import styles from './library-dialog.module.css';
import type { LibraryPicture } from './library-picture.schema.ts';

type Props = { onChoose: (picture: LibraryPicture) => void; onClose: () => void };

/** Every stored picture, one to be chosen. Outside of the form: forms cannot nest. */
export function LibraryDialog({ onChoose, onClose }: Props) {
  const id = useId();
  const dialog = useModal('input');
  const { text, setText, searched } = useTyped();
  const api = useApi();
  const load = useCallback((options: ListOptions) => listPictures(api, options), [api]);
  const list = useList(load, libraryMessages.listFailed, { search: searched });
  const message = searched ? 'Try another word.' : 'What is uploaded for articles, events and profiles stands here.';

  return createPortal(
    <dialog
      ref={dialog}
      className={`${modal.dialog} ${styles.dialog}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id} className={styles.title}>
        Choose from library
      </h2>
      <search>
        <form className={styles.tools} onSubmit={end}>
          <SearchField label="Search pictures" value={text} onChange={setText} />
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        </form>
      </search>
      <div className={styles.grid}>
        <ListView
          list={list}
          empty={<EmptyState title="No pictures here" message={message} headingLevel={3} />}
          card={(picture) => (
            <button key={picture.id} type="button" className={styles.choice} onClick={() => onChoose(picture)}>
              <img src={pictureUrl(picture.previewUrl)} alt="" loading="lazy" decoding="async" />
              <span>{pictureTitle(picture)}</span>
            </button>
          )}
        />
      </div>
    </dialog>,
    document.body,
  );
}

/** React tells the form around of it, too. */
function end(event: FormEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Searched is what was typed when typing pauses. */
function useTyped() {
  const [text, setText] = useState('');
  const [searched, setSearched] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearched(text.trim()), 300);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, setText, searched };
}
