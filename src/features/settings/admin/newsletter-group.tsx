import { dayNames, twelveHourText } from '#shared/dates.ts';
import { bidiIsolated } from '#shared/text.ts';
import { CheckboxField, SelectField, TextArea } from '#ui/forms/fields.tsx';
import { FieldPair } from '#ui/page/screen-parts.tsx';
import { digestRuleText } from '../digest-rule.ts';
import type { DigestRule } from '../settings.schema.ts';
import { isMailServerMissing } from './mail-server.ts';
import { type Group, SettingsPanel, settingFieldProps } from './settings-panel.tsx';

const usualSeconds = [0, 10, 30, 60, 120, 300, 600];

export function NewsletterGroup({ form }: Group) {
  const { newsletterHoldSeconds: chosen } = form.values;
  const seconds = [...new Set([...usualSeconds, chosen])].toSorted((one, other) => one - other);
  return (
    <SettingsPanel name="newsletter">
      <p>
        {isMailServerMissing() ? 'Email is not set up' : `Emails come from ${bidiIsolated(form.sender)}`}. The person
        who runs the server sets the address that they come from, and may have set the name.
      </p>
      <SelectField
        label="Undo window"
        hint="A newsletter waits this long after you publish. Until then you can undo it: no email is sent, and the article stays live."
        error={form.state.fields.newsletterHoldSeconds ?? null}
        options={seconds.map((one) => [String(one), one === 0 ? 'None: send at once' : `${one} seconds`] as const)}
        value={String(chosen)}
        onChange={(value) => form.change({ newsletterHoldSeconds: Number(value) })}
      />
      <CheckboxField label="Send each new subscriber a welcome email" {...form.check('welcomeMail')} />
      {form.values.welcomeMail && (
        <TextArea
          {...settingFieldProps(form, 'welcomeText')}
          rows={5}
          hint="Once for each address, after confirming. Below it: the newest article, the next event and the calendar."
        />
      )}
      <DigestRuleFields rule={form.values.digests} onChange={(digests) => form.change({ digests })} />
    </SettingsPanel>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => [String(hour), twelveHourText(hour, 0)] as const);

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
              options={dayNames.map((name, day) => [String(day), name] as const)}
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
