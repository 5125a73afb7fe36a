import { usePageSettings } from '#features/settings/pages/site-context.ts';
import { PersonCard } from '#ui/lists/person-card.tsx';
import { CardGrid } from '#ui/page/page-sections.tsx';
import { Link, onPlainClick } from '#ui/router-link.tsx';
import type { ShownMember } from '../public-member-fields.ts';

type CommitteeGridProps = { members: ShownMember[]; onSelect: (member: ShownMember) => void; isOfRows?: boolean };

/** Without scripts each leads to the member on the about page. */
export function CommitteeGrid({ members, onSelect, isOfRows = false }: CommitteeGridProps) {
  const { defaultAvatarImage } = usePageSettings();
  return (
    <CardGrid columns="people">
      {members.map((member) => (
        <li key={member.id}>
          <PersonCard person={member} id={member.id} fallback={defaultAvatarImage} heading="h3" isRow={isOfRows}>
            <Link
              className="covers"
              to={`/about?member=${member.id}`}
              onClick={onPlainClick(() => onSelect(member))}
              aria-haspopup="dialog"
            >
              {member.name}
            </Link>
          </PersonCard>
        </li>
      ))}
    </CardGrid>
  );
}
