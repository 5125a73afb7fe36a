import { useSettings } from '#features/settings/pages/site.ts';
import { paragraphs } from '#shared/text.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Picture } from '#ui/picture.tsx';
import type { Member } from '../member.schema.ts';
import styles from './member-dialog.module.css';

type MemberDialogProps = { member: Member; onClose: () => void; closeHref: string };

export function MemberDialog({ member, onClose, closeHref }: MemberDialogProps) {
  const { defaultAvatarImage } = useSettings();
  const picture = (
    <Picture
      url={member.imageUrl}
      info={member.image}
      fallback={defaultAvatarImage}
      alt=""
      shape="wide"
      sizes="(width >= 46rem) 44rem, 100vw"
      isEager
    />
  );
  return (
    <Dialog title={member.name} picture={picture} onClose={onClose} closeHref={closeHref}>
      <div className={styles.person}>
        <p className={styles.position}>{member.position}</p>
        {paragraphs(member.bio).map((text, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- paragraphs of a fixed text
          <p key={index}>{text}</p>
        ))}
      </div>
    </Dialog>
  );
}
