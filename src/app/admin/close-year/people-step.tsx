import { committeeLimits } from '#features/committees/committee.ts';
import type { Member } from '#features/members/member.schema.ts';
import { compareMembers, memberLimits } from '#features/members/member.ts';
import { Button } from '#ui/forms/button.tsx';
import { CheckboxField, createFieldProps, TextField } from '#ui/forms/fields.tsx';
import { ActionRow, FieldPair, FormStack } from '#ui/page/screen-parts.tsx';
import styles from './close-year.module.css';
import type { ClosingValues } from './closing-values.ts';

type Props = {
  members: Member[];
  values: ClosingValues;
  onChange: (part: Partial<ClosingValues>) => void;
};

/** Who stays in which position, who leaves, who joins. */
export function PeopleStep({ members, values, onChange }: Props) {
  const { positions, joining } = values;
  const isLeaving = (id: number) => positions[id] === null;
  const place = (id: number, position: string | null) => onChange({ positions: { ...positions, [id]: position } });
  const join = (at: number, part: object) =>
    onChange({ joining: joining.map((person, n) => (n === at ? { ...person, ...part } : person)) });
  return (
    <FormStack>
      <ul className="plain">
        {members.toSorted(compareMembers).map(({ id, name, position }) => (
          <li key={id} className={`row ${styles.row}`}>
            {isLeaving(id) ? (
              <bdi className={styles.name}>{name}</bdi>
            ) : (
              <TextField
                label={`Next position of ${name}`}
                limit={memberLimits.position}
                value={positions[id] ?? position}
                onChange={(typed) => place(id, typed)}
              />
            )}
            <CheckboxField
              label="Leaves"
              describedAs={`Leaves: ${name}`}
              checked={isLeaving(id)}
              onChange={(leaves) => place(id, leaves ? null : position)}
            />
          </li>
        ))}
        {joining.map((person, at) => {
          const { field } = createFieldProps(person, (part) => join(at, part));
          return (
            <li key={at} className={`row ${styles.row}`}>
              <FieldPair>
                <TextField label="Name" limit={memberLimits.name} {...field('name')} />
                <TextField label="Position" limit={memberLimits.position} {...field('position')} />
              </FieldPair>
            </li>
          );
        })}
      </ul>
      <p className="muted">
        The profiles of people who leave go to the bin. The page of this year keeps their names, positions and pictures.
      </p>
      <ActionRow>
        <Button
          variant="quiet"
          disabled={joining.length >= committeeLimits.posts}
          onClick={() => onChange({ joining: [...joining, { name: '', position: '' }] })}
        >
          Add someone new
        </Button>
      </ActionRow>
    </FormStack>
  );
}
