import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { kinds } from '#app/kinds.ts';
import { listAdministrators } from '#features/accounts/administrators.client.ts';
import { listActivity } from '#features/activity/activity.client.ts';
import { activityChoices, activityMessages } from '#features/activity/activity.ts';
import { ActivityList } from '#features/activity/admin/activity-list.tsx';
import type { ListOptions } from '#shared/calls/api-client.ts';
import { useApi } from '#ui/api.ts';
import { SelectField } from '#ui/forms/field.tsx';
import { useList } from '#ui/lists/use-list.ts';
import { FieldPair, FormStack, Panel, ScreenHead } from '#ui/page/screen-parts.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { useSettings } from './use-settings.ts';

const choices = activityChoices(kinds);

/** The URL holds the filters. */
export function ActivityScreen() {
  const api = useApi();
  const { timeZone } = useSettings();
  const [params, setParams] = useSearchParams();
  const kind = choices.find(([name]) => name === params.get('kind'))?.[0] ?? null;
  const person = Number(params.get('person')) || null;
  const loadPeople = useCallback(() => listAdministrators(api), [api]);
  const people = useFetched(loadPeople, activityMessages.loadFailed).data ?? [];
  const load = useCallback(
    ({ cursor, limit }: ListOptions) => listActivity(api, { kind, person, cursor: cursor ?? null, limit: limit ?? 60 }),
    [api, kind, person],
  );
  const list = useList(load, activityMessages.loadFailed);

  function choose(name: 'kind' | 'person', value: string) {
    const next = new URLSearchParams(params);
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next, { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <ScreenHead title="Activity" subtitle="Who did what, and when" />
      <Panel>
        <FormStack>
          <FieldPair>
            <SelectField
              label="Who"
              value={String(person ?? '')}
              onChange={(value) => choose('person', value)}
              options={[['', 'Everyone'], ...people.map(({ id, username }) => [String(id), username] as const)]}
            />
            <SelectField
              label="What"
              value={kind ?? ''}
              onChange={(value) => choose('kind', value)}
              options={[['', 'Everything'], ...choices]}
            />
          </FieldPair>
          <p role="status">
            {list.total === null ? 'Loading...' : list.total === 1 ? '1 entry' : `${list.total} entries`}
          </p>
          <ActivityList list={list} timeZone={timeZone} />
        </FormStack>
      </Panel>
    </>
  );
}
