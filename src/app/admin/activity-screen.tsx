import { useCallback } from 'react';
import { listActivity } from '#features/activity/activity.client.ts';
import { ActivityList } from '#features/activity/admin/activity-list.tsx';
import type { ListOptions } from '#shared/calls/api-client.ts';
import { useApi } from '#ui/api.ts';
import { useList } from '#ui/lists/use-list.ts';
import { Panel, ScreenHead } from '#ui/page/screen-parts.tsx';
import { useSettings } from './use-settings.ts';

export function ActivityScreen() {
  const api = useApi();
  const { timeZone } = useSettings();
  const load = useCallback((options: ListOptions) => listActivity(api, options), [api]);
  const list = useList(load, 'Failed to load the activity');
  return (
    <>
      <ScreenHead title="Activity" subtitle="Who did what, and when" />
      <Panel>
        <ActivityList list={list} timeZone={timeZone} />
      </Panel>
    </>
  );
}
