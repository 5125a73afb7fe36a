import type { ItemPicture } from '#shared/item-picture.ts';
import { initials } from '#shared/text.ts';
import { Picture } from '../page/picture.tsx';
import styles from './person-row.module.css';

type Props = { person: ItemPicture & { name: string; position: string }; id: number; fallback: string };

/** What a row of an administrator's list says of someone. */
export function PersonRow({ person, id, fallback }: Props) {
  const { name, position } = person;
  return (
    <>
      <span className={styles.picture}>
        <Picture picture={{ ...person, id }} fallback={fallback} standIn={initials(name)} shape="square" sizes="3rem" />
      </span>
      <span className={styles.words}>
        <bdi className="strong">{name}</bdi>
        <bdi className="tiny">{position}</bdi>
      </span>
    </>
  );
}
