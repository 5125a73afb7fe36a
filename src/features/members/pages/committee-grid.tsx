import { usePageSettings } from '#features/settings/pages/site-context.ts';
import { PersonCard } from '#ui/lists/person-card.tsx';
import { CardGrid } from '#ui/page/page-sections.tsx';
import { Link, onPlainClick } from '#ui/router-link.tsx';
import type { ShownMember } from '../public-member-fields.ts';

type CommitteeGridProps = { members: ShownMember[]; onSelect: (member: ShownMember) => void; isOfRows?: boolean };

export function CommitteeGrid({ members, onSelect, isOfRows = false }: CommitteeGridProps) {
  return (
    <CardGrid columns="people">
      {members.map((member) => (
        <li key={member.id}>
          <MemberCard member={member} onSelect={onSelect} isRow={isOfRows} />
        </li>
      ))}
    </CardGrid>
  );
}

type MemberCardProps = { member: ShownMember; onSelect: (member: ShownMember) => void; isRow: boolean };

/** A committee member in the public grid; without scripts it leads to the member on the about page. */
function MemberCard({ member, onSelect, isRow }: MemberCardProps) {
  return (
    <PersonCard
      person={member}
      id={member.id}
      fallback={usePageSettings().defaultAvatarImage}
      heading="h3"
      isRow={isRow}
    >
      <Link
        className="covers"
        to={`/about?member=${member.id}`}
        onClick={onPlainClick(() => onSelect(member))}
        aria-haspopup="dialog"
      >
        {member.name}
      </Link>
    </PersonCard>
  );
}
