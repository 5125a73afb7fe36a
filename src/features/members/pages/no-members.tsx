import { JoinLink } from '#features/settings/pages/join-link.tsx';
import { EmptyBlock } from '#ui/page/empty-and-error-states.tsx';

export function NoMembers({ title }: { title: string }) {
  return (
    <EmptyBlock title={title} message="We will introduce ourselves here soon.">
      <JoinLink variant="quiet">Become one of us</JoinLink>
    </EmptyBlock>
  );
}
