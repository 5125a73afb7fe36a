import { useState } from 'react';
import { ItemForm } from '#features/items/admin/item-form.tsx';
import { type ItemFormProps, useItemForm } from '#features/items/admin/use-item-form.ts';
import { PicturePanel } from '#features/uploads/field/picture-field.tsx';
import { DayField } from '#ui/dates/date-field.tsx';
import { createFieldProps, TextField } from '#ui/forms/fields.tsx';
import { FieldPair, Notice } from '#ui/page/screen-parts.tsx';
import { committeeKind } from '../committee.kind.ts';
import type { Committee } from '../committee.schema.ts';
import {
  committeeLimits,
  lastForgottenDay,
  normaliseYearLabel,
  pathOfCommittee,
  yearsRemembered,
} from '../committee.ts';
import { CommitteePreview } from './committee-preview.tsx';
import { committeeInput, committeeProblem, committeeValues } from './committee-values.ts';
import { PostRows } from './post-rows.tsx';
import { useMoveLastDay } from './use-move-last-day.ts';

/** `fallback`: the picture of someone without one. */
export function CommitteeForm({ fallback, ...props }: ItemFormProps<Committee> & { fallback: string }) {
  const [lastForgotten] = useState(() => lastForgottenDay(new Date()));
  const form = useItemForm({
    ...props,
    kind: committeeKind,
    start: committeeValues(props.edited.item),
    problem: committeeProblem,
    input: committeeInput,
    pathOf: (saved) => pathOfCommittee(saved.label),
  });
  const { values, change } = form;
  const { field } = createFieldProps(values, change);
  const movedTo = useMoveLastDay(values);
  const label = normaliseYearLabel(values.label);
  const isForgotten = values.to !== '' && values.to <= lastForgotten;

  return (
    <ItemForm
      form={form}
      aside={<PicturePanel label="Group photo" {...form.picture} />}
      preview={(onClose) => (
        <CommitteePreview
          values={values}
          file={form.picture.file}
          isForgotten={isForgotten}
          fallback={fallback}
          onClose={onClose}
        />
      )}
    >
      <TextField
        label="Year"
        required
        hint={label ? `The page is ${pathOfCommittee(label)}` : 'Such as 2024-25. It is also the address of the page.'}
        limit={committeeLimits.label}
        {...field('label')}
      />
      <FieldPair>
        <DayField label="First day" {...field('from')} onChange={(typed) => change(movedTo(typed))} />
        <DayField label="Last day" {...field('to')} />
      </FieldPair>
      {isForgotten && (
        <Notice>
          This year ended more than {yearsRemembered} years ago: the site keeps names and positions, but no pictures or
          links.
        </Notice>
      )}
      <PostRows
        posts={values.posts}
        onBusy={form.picture.onBusy}
        // Of the current values: an upload may have taken a while.
        onChange={(next) => change({ posts: next(form.draft.get().values.posts) })}
      />
    </ItemForm>
  );
}
