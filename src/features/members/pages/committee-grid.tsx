import { CardGrid } from '#ui/page/layout.tsx';
import { MemberCard } from '../member-card.tsx';
import type { ShownMember } from '../shown-member.ts';

type CommitteeGridProps = { members: ShownMember[]; onSelect: (member: ShownMember) => void };

export function CommitteeGrid({ members, onSelect }: CommitteeGridProps) {
  return (
    <CardGrid columns="people">
      {members.map((member) => (
        <li key={member.id}>
          <MemberCard member={member} onSelect={onSelect} />
        </li>
      ))}
    </CardGrid>
  );
}
