import { monthNames } from '#shared/dates.ts';
import { isTimeZone } from '#shared/instants.ts';
import { SelectField, TextArea, TextField } from '#ui/forms/fields.tsx';
import { FieldPair, Notice } from '#ui/page/screen-parts.tsx';
import { byEmail } from './mail-server.ts';
import { type Group, SettingsPanel, settingFieldProps } from './settings-panel.tsx';
import { SocialLinksField } from './social-links-field.tsx';

export function SocietyGroup({ form }: Group) {
  return (
    <SettingsPanel name="society">
      <FieldPair>
        <TextField
          {...settingFieldProps(form, 'societyName')}
          hint="In the footer, in page titles and in every email. The title of the home page and the copyright line follow it until you write your own."
        />
        <div id="short-name">
          <TextField
            {...settingFieldProps(form, 'shortName')}
            hint="Beside the logo at the top of every page, in your browser’s tabs and, until you write your own, in the sentence above the newsletter."
          />
        </div>
      </FieldPair>
      <div id="membership">
        <TextField
          label="Membership form"
          inputMode="url"
          autoComplete="off"
          hint="Where 'Join Society' leads: paste the address of your form. While it is empty, 'Join Society' leads to the newsletter."
          {...form.field('membershipUrl')}
        />
      </div>
      <TextField
        {...settingFieldProps(form, 'contactLine')}
        hint="At the end of every email and every page: how to reach you, for instance your postal address. Many countries require it."
      />
      <TextField
        {...settingFieldProps(form, 'securityContact')}
        inputMode="email"
        hint="For anyone who finds a security weakness in this site. Everyone can read it, in /.well-known/security.txt."
      />
    </SettingsPanel>
  );
}

const variants = [
  ['grid', 'Grid: the whole team at a glance'],
  ['spotlight', 'Spotlight: one person at a time, changing every five seconds'],
] as const;

export function HomeGroup({ form }: Group) {
  return (
    <SettingsPanel name="home">
      <SelectField
        label="The committee on the home page"
        options={variants}
        value={form.values.homeVariant}
        onChange={(chosen) => form.change({ homeVariant: chosen === 'grid' ? 'grid' : 'spotlight' })}
      />
      <FieldPair>
        <TextField {...settingFieldProps(form, 'heroWelcome')} hint="The small line above the title." />
        <TextField {...settingFieldProps(form, 'heroTitle')} />
      </FieldPair>
      <TextField {...settingFieldProps(form, 'heroTagline')} />
      <TextField
        {...settingFieldProps(form, 'heroSubtitle')}
        hint="Search engines show it below the name of the site."
      />
    </SettingsPanel>
  );
}

export function AboutGroup({ form }: Group) {
  return (
    <SettingsPanel name="about">
      <TextArea
        {...settingFieldProps(form, 'aboutText')}
        rows={10}
        hint="Each line is a paragraph, and the first one is larger. The committee is shown below by itself."
      />
    </SettingsPanel>
  );
}

export function FooterGroup({ form }: Group) {
  return (
    <SettingsPanel name="footer">
      <FieldPair>
        <TextField {...settingFieldProps(form, 'designCredit')} />
        <TextField {...settingFieldProps(form, 'copyrightLine')} />
      </FieldPair>
      <SocialLinksField
        links={form.values.socialLinks}
        errors={form.state.fields}
        onChange={(socialLinks) => form.change({ socialLinks })}
      />
    </SettingsPanel>
  );
}

export function TimeGroup({ form }: Group) {
  const { timeZone } = form.values;
  // With the chosen zone: this browser may know it under another name.
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', timeZone])].toSorted();
  return (
    <SettingsPanel name="time">
      <SelectField
        label="Time zone"
        hint={`Where your events take place.${isTimeZone(timeZone) ? ` It is ${nowIn(timeZone)} there.` : ''}`}
        options={zones.map((zone) => [zone, zone.replaceAll('_', ' ')] as const)}
        {...form.field('timeZone')}
      />
      <SelectField
        label="The academic year begins in"
        hint="For the year in numbers."
        error={form.state.fields.yearStartMonth ?? null}
        options={monthNames.map((name, at) => [String(at + 1), name] as const)}
        value={String(form.values.yearStartMonth)}
        onChange={(month) => form.change({ yearStartMonth: Number(month) })}
      />
      {timeZone !== form.base.timeZone && (
        <Notice>
          <p role="status">
            Events and what is scheduled keep the date and the time that you typed: 18:00 stays 18:00, now in{' '}
            {timeZone.split('/').at(-1)?.replaceAll('_', ' ')}. That is another moment, also for your guests.{' '}
            {byEmail('Guests get an email with the new time.')} What was scheduled for a time that has passed there is
            not sent: you are asked what to do with it.
          </p>
        </Notice>
      )}
    </SettingsPanel>
  );
}

const usualDays = [7, 14, 30, 60, 90, 180, 365];

export function GuestsGroup({ form }: Group) {
  const { guestsKeptDays: chosen } = form.values;
  const days = [...new Set([...usualDays, chosen])].toSorted((one, other) => one - other);
  return (
    <SettingsPanel name="guests">
      <SelectField
        label="Erase guests after"
        hint="Names, addresses and answers of guests are erased this long after an event. Only the numbers stay. The sign-up form says so."
        error={form.state.fields.guestsKeptDays ?? null}
        options={days.map((one) => [String(one), `${one} days`] as const)}
        value={String(chosen)}
        onChange={(value) => form.change({ guestsKeptDays: Number(value) })}
      />
    </SettingsPanel>
  );
}

function nowIn(timeZone: string): string {
  return new Date().toLocaleString('en-US', { timeZone, weekday: 'long', hour: 'numeric', minute: '2-digit' });
}
