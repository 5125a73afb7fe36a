import { useSettings } from '#features/settings/pages/site.ts';
import { paragraphs } from '#shared/text.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Picture } from '#ui/page/picture.tsx';
import { writtenIn } from '#ui/written-in.ts';
import type { Member } from '../member.schema.ts';
import { initials } from '../member.ts';
import styles from './member-dialog.module.css';

type MemberDialogProps = { member: Member; onClose: () => void; closeHref: string };

export function MemberDialog({ member, onClose, closeHref }: MemberDialogProps) {
  const { defaultAvatarImage } = useSettings();
  return (
    <Dialog
      title={member.name}
      picture={
        <Picture
          picture={member}
          fallback={defaultAvatarImage}
          standIn={{ id: member.id, text: initials(member.name) }}
          alt=""
          shape="portrait"
          sizes="(min-width: 40rem) 18rem, calc(100vw - 2rem)"
          isEager="first"
        />
      }
      picturePlace="beside"
      onClose={onClose}
      closeHref={closeHref}
    >
      <p className={styles.position} {...writtenIn(member.position)}>
        {member.position}
      </p>
      {paragraphs(member.bio).map((text, index) => (
        <p key={index} {...writtenIn(text)}>
          {text}
        </p>
      ))}
    </Dialog>
  );
}
