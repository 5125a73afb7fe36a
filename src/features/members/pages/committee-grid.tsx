import { CardGrid } from '#ui/page/layout.tsx';
import type { Member } from '../member.schema.ts';
import { byPosition } from '../member.ts';
import { MemberCard } from '../member-card.tsx';

type CommitteeGridProps = { members: Member[]; onSelect: (member: Member) => void };

export function CommitteeGrid({ members, onSelect }: CommitteeGridProps) {
  return (
    <CardGrid columns="people">
      {members.toSorted(byPosition).map((member) => (
        <li key={member.id}>
          <MemberCard member={member} onSelect={onSelect} />
        </li>
      ))}
    </CardGrid>
  );
}
