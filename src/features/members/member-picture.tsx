import type { ComponentProps } from 'react';
import { usePageSettings } from '#features/settings/pages/site-context.ts';
import { initials } from '#shared/text.ts';
import { Picture } from '#ui/page/picture.tsx';
import type { ShownMember } from './public-member-fields.ts';

type MemberPictureProps = { member: ShownMember } & Pick<ComponentProps<typeof Picture>, 'shape' | 'sizes' | 'isEager'>;

/** Has an empty alt text, since the name is beside it. */
export function MemberPicture({ member, ...looks }: MemberPictureProps) {
  const { defaultAvatarImage } = usePageSettings();
  return <Picture picture={member} fallback={defaultAvatarImage} standIn={initials(member.name)} {...looks} />;
}
