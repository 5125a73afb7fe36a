import { CardGrid } from '#ui/page/layout.tsx';
import type { Member } from '../member.schema.ts';
import { byPosition } from '../member.ts';
import { MemberCard } from '../member-card.tsx';

export function CommitteeGrid({ members, onSelect }: { members: Member[]; onSelect: (member: Member) => void }) {
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
