import { splitParagraphs } from '#shared/text.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { languageAttributes } from '#ui/language-attributes.ts';
import { MemberPicture } from '../member-picture.tsx';
import type { ShownMember } from '../public-member-fields.ts';
import styles from './member-dialog.module.css';

type MemberDialogProps = { member: ShownMember; onClose: () => void; closeHref: string };

export function MemberDialog({ member, onClose, closeHref }: MemberDialogProps) {
  return (
    <Dialog
      title={member.name}
      picture={
        <MemberPicture
          member={member}
          shape="portrait"
          sizes="(min-width: 40rem) 18rem, calc(100vw - 2rem)"
          isEager="first"
        />
      }
      picturePlace="beside"
      onClose={onClose}
      closeHref={closeHref}
    >
      <MemberTexts member={member} />
    </Dialog>
  );
}

export function MemberTexts({ member: { position, bio } }: { member: Pick<ShownMember, 'position' | 'bio'> }) {
  return (
    <>
      <p className={`notable ${styles.position}`} {...languageAttributes(position)}>
        {position}
      </p>
      {splitParagraphs(bio).map((text, index) => (
        <p key={index} {...languageAttributes(text)}>
          {text}
        </p>
      ))}
    </>
  );
}
