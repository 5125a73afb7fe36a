import { type ComponentType, useCallback, useState } from 'react';
import { BinScreen } from '#features/bin/admin/bin-screen.tsx';
import { CommitteeAdminCard } from '#features/committees/admin/committee-admin-card.tsx';
import { CommitteeForm } from '#features/committees/admin/committee-form.tsx';
import { committeeKind } from '#features/committees/committee.kind.ts';
import type { Committee as PastCommittee } from '#features/committees/committee.schema.ts';
import { EventAdminCard } from '#features/events/admin/event-admin-card.tsx';
import { EventForm } from '#features/events/admin/event-form.tsx';
import { eventKind } from '#features/events/event.kind.ts';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { type CountGuests, countComingAndWaiting, guestsToldSentence } from '#features/events/signup/guest-count.ts';
import { CommitteeOrder } from '#features/members/admin/committee-order.tsx';
import { MemberAdminCard } from '#features/members/admin/member-admin-card.tsx';
import { MemberForm } from '#features/members/admin/member-form.tsx';
import { memberKind } from '#features/members/member.kind.ts';
import type { Member } from '#features/members/member.schema.ts';
import { PageAdminCard } from '#features/pages/admin/page-admin-card.tsx';
import { PageForm } from '#features/pages/admin/page-form.tsx';
import { pageKind } from '#features/pages/page.kind.ts';
import type { Page } from '#features/pages/page.schema.ts';
import { peopleText, placesText } from '#features/registrations/admin/guest-texts.ts';
import type { EventRegistrationCounts } from '#features/registrations/registration.schema.ts';
import { getCountsOfEvent, listCountsOfEvents } from '#features/registrations/registrations-admin.client.ts';
import { byEmail } from '#features/settings/admin/mail-server.ts';
import { useSettings, useSettingsOnceLoaded } from '#features/settings/admin/use-settings.ts';
import { defaultSettings } from '#features/settings/settings.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { useApi } from '#ui/api-context.ts';
import { EditorLayoutSkeleton } from '#ui/editor-layout/editor-layout.tsx';
import { type KindName, kinds } from '../kinds.ts';
import { ManageItems } from './manage/manage-items.tsx';

/** The screen at the `adminPath` of each kind; that of articles is fetched by itself. */
export const manageScreens: Record<Exclude<KindName, 'articles'>, ComponentType> = {
  events: ManageEvents,
  members: ManageCommittee,
  pages: ManagePages,
  committees: ManagePastCommittees,
};

export function Bin() {
  return <BinScreen kinds={kinds} restoringDetail={restoreConsequences} toldSentence={guestsToldSentence} />;
}

function ManageEvents() {
  const api = useApi();
  // The form shows times in the site's time zone, so it waits for the settings.
  const loaded = useSettingsOnceLoaded();
  const settings = loaded ?? defaultSettings;
  const guests = usePlacesText();
  const countGuests = useCallback<CountGuests>(({ id }) => getCountsOfEvent(api, id), [api]);
  return (
    <ManageItems<SocietyEvent>
      kind={eventKind}
      form={(form) =>
        loaded ? <EventForm settings={loaded} countGuests={countGuests} {...form} /> : <EditorLayoutSkeleton />
      }
      onListed={guests.load}
      card={({ item, ...card }) => (
        <EventAdminCard event={item} places={guests.textOf(item)} fallback={settings.defaultEventImage} {...card} />
      )}
    />
  );
}

function ManageCommittee() {
  const { defaultAvatarImage } = useSettings();
  return (
    <ManageItems<Member>
      kind={memberKind}
      form={(form) => <MemberForm fallback={defaultAvatarImage} {...form} />}
      above={(reload) => <CommitteeOrder fallback={defaultAvatarImage} onSaved={reload} />}
      card={({ item, ...card }) => <MemberAdminCard member={item} fallback={defaultAvatarImage} {...card} />}
    />
  );
}

function ManagePages() {
  const { defaultArticleImage, guestsKeptDays } = useSettings();
  return (
    <ManageItems<Page>
      kind={pageKind}
      form={(form) => <PageForm guestsKeptDays={guestsKeptDays} {...form} />}
      card={({ item, ...card }) => (
        <PageAdminCard page={item} fallback={defaultArticleImage} guestsKeptDays={guestsKeptDays} {...card} />
      )}
    />
  );
}

function ManagePastCommittees() {
  const { defaultAvatarImage } = useSettings();
  return (
    <ManageItems<PastCommittee>
      kind={committeeKind}
      form={(form) => <CommitteeForm fallback={defaultAvatarImage} {...form} />}
      card={({ item, ...card }) => <CommitteeAdminCard year={item} fallback={defaultAvatarImage} {...card} />}
    />
  );
}

/** What restoring an event from the bin means for its guests; null without any. */
async function restoreConsequences(api: Api, { kind, id }: { kind: string; id: number }): Promise<string | null> {
  if (kind !== eventKind.name) return null;
  const [counts] = await listCountsOfEvents(api, [id]).catch(() => []);
  const people = counts ? countComingAndWaiting(counts) : 0;
  if (!counts || people === 0) return null;
  const told = byEmail('They are told by email that it will take place.');
  return `${peopleText(people)} signed up. ${counts.isUpcoming ? told : 'The event is over or cancelled, so no one is told.'}`;
}

/** How many places of the listed events are given: one call for a list. Cards show nothing until it is answered. */
function usePlacesText() {
  const api = useApi();
  const [counts, setCounts] = useState<ReadonlyMap<number, EventRegistrationCounts>>(new Map());

  const load = useCallback(
    (events: readonly SocietyEvent[]) => {
      const ids = events.map(({ id }) => id);
      if (ids.length === 0) return;
      // If it fails, the cards stay without the text.
      listCountsOfEvents(api, ids).then(
        (found) => setCounts((known) => new Map([...known, ...found.map((one) => [one.eventId, one] as const)])),
        () => undefined,
      );
    },
    [api],
  );

  function textOf({ id, hasSignup, capacity }: SocietyEvent): string | undefined {
    const known = counts.get(id);
    const isShown = known && (hasSignup || countComingAndWaiting(known) > 0);
    return isShown ? placesText(known, capacity) : undefined;
  }

  return { load, textOf };
}
