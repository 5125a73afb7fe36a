import { Fragment, type ReactNode } from 'react';
import { PictureField } from '#features/uploads/field/picture-field.tsx';
import { UploadProgress } from '#features/uploads/field/upload-progress.tsx';
import { clockText } from '#shared/dates.ts';
import { pictureUrl } from '#shared/picture.ts';
import { CheckField, SelectField, TextArea, TextField } from '#ui/forms/field.tsx';
import { FieldPair, FormStack, Notice, Panel } from '#ui/page/screen-parts.tsx';
import { digestRuleText, weekdays } from '../digest-rule.ts';
import type { DigestRule } from '../settings.schema.ts';
import { defaultSettings, type TextSetting, textSettings } from '../settings.ts';
import styles from './settings-form.module.css';
import { SocialLinksField } from './social-links-field.tsx';
import { TimeZoneField } from './time-zone-field.tsx';
import type { PictureSetting } from './use-new-pictures.ts';
import type { useSettingsForm } from './use-settings-form.ts';

type Group = { form: ReturnType<typeof useSettingsForm> };

const groups = {
  society: 'Society',
  home: 'Home page',
  about: 'About',
  footer: 'Footer',
  pictures: 'Pictures',
  time: 'Time',
  guests: 'Guests',
  newsletter: 'Newsletter',
} as const;

export function SocietyGroup({ form }: Group) {
  return (
    <SettingsPanel name="society">
      <FieldPair>
        <TextField {...textField(form, 'societyName')} hint="In the footer, in page titles and in every email." />
        <TextField {...textField(form, 'shortName')} hint="Beside the logo at the top of every page." />
      </FieldPair>
      <TextField
        label="Membership form"
        inputMode="url"
        autoComplete="off"
        hint="Where 'Join Society' leads: paste the address of your form. While it is empty, 'Join Society' leads to the newsletter."
        error={form.state.fields.membershipUrl ?? null}
        value={form.values.membershipUrl}
        onChange={(membershipUrl) => form.change({ membershipUrl })}
      />
      <TextField
        {...textField(form, 'contactLine')}
        hint="At the end of every email: how to reach you, for instance your postal address. Many countries require it."
      />
      <TextField
        {...textField(form, 'securityContact')}
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
        <TextField {...textField(form, 'heroWelcome')} hint="The small line above the title." />
        <TextField {...textField(form, 'heroTitle')} />
      </FieldPair>
      <TextField {...textField(form, 'heroTagline')} />
      <TextField {...textField(form, 'heroSubtitle')} hint="Search engines show it below the name of the site." />
    </SettingsPanel>
  );
}

export function AboutGroup({ form }: Group) {
  return (
    <SettingsPanel name="about">
      <TextArea
        {...textField(form, 'aboutText')}
        rows={10}
        hint="Each new line is a paragraph; the first one stands out. The committee follows automatically."
      />
    </SettingsPanel>
  );
}

export function FooterGroup({ form }: Group) {
  return (
    <SettingsPanel name="footer">
      <FieldPair>
        <TextField {...textField(form, 'designCredit')} />
        <TextField {...textField(form, 'copyrightLine')} />
      </FieldPair>
      <SocialLinksField
        links={form.values.socialLinks}
        errors={form.state.fields}
        onChange={(socialLinks) => form.change({ socialLinks })}
      />
    </SettingsPanel>
  );
}

const pictures = [
  ['defaultArticleImage', 'Articles without a picture'],
  ['defaultAvatarImage', 'Committee members without a picture'],
  ['defaultEventImage', 'Events without a picture'],
] as const satisfies [PictureSetting, string][];

export function PicturesGroup({ form }: Group) {
  return (
    <SettingsPanel name="pictures">
      {pictures.some(([key]) => form.values[key] === defaultSettings[key]) && (
        <Notice>
          <p>
            Until you choose your own, visitors see a drawing made for each article, person and event: shapes, initials
            or the date.
          </p>
        </Notice>
      )}
      {pictures.map(([key, label]) => (
        <Fragment key={key}>
          <PictureField
            label={label}
            currentUrl={pictureUrl(form.values[key])}
            file={form.pictures.files[key] ?? null}
            onFile={(file) => void form.pictures.choose(key, file)}
            onLibrary={({ url }) => {
              void form.pictures.choose(key, null);
              form.change({ [key]: url });
            }}
            onBusy={(isReading) => form.pictures.onReading(key, isReading)}
            removeLabel={form.values[key] === defaultSettings[key] ? null : 'Use the original'}
            onRemove={() => form.change({ [key]: defaultSettings[key] })}
            round={key === 'defaultAvatarImage'}
          />
          <UploadProgress file={form.pictures.files[key] ?? null} />
        </Fragment>
      ))}
    </SettingsPanel>
  );
}

export function TimeGroup({ form }: Group) {
  return (
    <SettingsPanel name="time">
      <TimeZoneField
        value={form.values.timeZone}
        stored={form.base.timeZone}
        error={form.state.fields.timeZone ?? null}
        onChange={(timeZone) => form.change({ timeZone })}
      />
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

const usualSeconds = [0, 10, 30, 60, 120, 300, 600];

export function NewsletterGroup({ form }: Group) {
  const { newsletterHoldSeconds: chosen } = form.values;
  const seconds = [...new Set([...usualSeconds, chosen])].toSorted((one, other) => one - other);
  return (
    <SettingsPanel name="newsletter">
      <SelectField
        label="Undo window"
        hint="A newsletter waits this long after Publish. Until then you can undo it: no email is sent, and the article stays live."
        error={form.state.fields.newsletterHoldSeconds ?? null}
        options={seconds.map((one) => [String(one), one === 0 ? 'None: send at once' : `${one} seconds`] as const)}
        value={String(chosen)}
        onChange={(value) => form.change({ newsletterHoldSeconds: Number(value) })}
      />
      <CheckField
        label="Send each new subscriber a welcome email"
        checked={form.values.welcomeMail}
        onChange={(welcomeMail) => form.change({ welcomeMail })}
      />
      {form.values.welcomeMail && (
        <TextArea
          {...textField(form, 'welcomeText')}
          rows={5}
          hint="Once for each address, after confirming. Below it: the newest article, the next event and the calendar."
        />
      )}
      <DigestRuleFields rule={form.values.digests} onChange={(digests) => form.change({ digests })} />
    </SettingsPanel>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => [String(hour), clockText(hour, 0)] as const);
const fewest = [1, 2, 3, 5, 10];

function DigestRuleFields({ rule, onChange }: { rule: DigestRule; onChange: (rule: DigestRule) => void }) {
  return (
    <>
      <SelectField
        label="Automatic digests"
        hint="A day before, administrators get the draft by email and can change or stop it. If no one does, it is sent."
        options={[
          ['off', 'Off'],
          ['week', 'Every week'],
          ['fortnight', 'Every second week'],
          ['month', 'Every month'],
        ]}
        value={rule.every}
        onChange={(every) => onChange({ ...rule, every: every as DigestRule['every'] })}
      />
      {rule.every !== 'off' && (
        <>
          <FieldPair>
            <SelectField
              label="Day"
              options={weekdays.map((name, day) => [String(day), name] as const)}
              value={String(rule.weekday)}
              onChange={(weekday) => onChange({ ...rule, weekday: Number(weekday) })}
            />
            <SelectField
              label="Time"
              options={hours}
              value={String(rule.hour)}
              onChange={(hour) => onChange({ ...rule, hour: Number(hour) })}
            />
          </FieldPair>
          <SelectField
            label="New articles and events at least"
            hint={`${digestRuleText(rule)}.`}
            options={[...new Set([...fewest, rule.fewest])].map((count) => [String(count), String(count)] as const)}
            value={String(rule.fewest)}
            onChange={(count) => onChange({ ...rule, fewest: Number(count) })}
          />
        </>
      )}
    </>
  );
}

function SettingsPanel({ name, children }: { name: keyof typeof groups; children: ReactNode }) {
  return (
    <div id={name}>
      <Panel title={groups[name]}>
        <div className={styles.group}>
          <FormStack>{children}</FormStack>
        </div>
      </Panel>
    </div>
  );
}

function textField(form: Group['form'], key: TextSetting) {
  const { label, limit, needed } = textSettings[key];
  return {
    label,
    limit,
    counted: 'late' as const,
    required: needed,
    autoComplete: 'off',
    error: form.state.fields[key] ?? null,
    value: form.values[key],
    onChange: (value: string) => form.change({ [key]: value }),
  };
}
