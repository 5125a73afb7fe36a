import { useEffect, useRef, useState } from 'react';
import { uploadFailureSentence, uploadLogo } from '#features/uploads/uploads.client.ts';
import { formImageUrl, pictureUrl } from '#shared/item-picture.ts';
import { useApi } from '#ui/api-context.ts';
import { Button } from '#ui/forms/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { SelectField, TextField } from '#ui/forms/fields.tsx';
import { FieldPair } from '#ui/page/screen-parts.tsx';
import type { HomePreview } from '../settings.schema.ts';
import { type SettingKey, textSettings } from '../settings.ts';
import { textLanguages } from '../text-languages.ts';
import styles from './look-group.module.css';
import { SettingPicture } from './setting-picture.tsx';
import { type Group, SettingsPanel, settingFieldProps } from './settings-panel.tsx';

/** The green of the design, for the browser's own colour field, which knows no empty one. */
const designColor = '#4a663a';

export function LookGroup({ form, isShown }: Group & { isShown: boolean }) {
  const { accentColor } = form.values;
  return (
    <div className={styles.look}>
      <SettingsPanel name="look">
        <LogoField form={form} />
        <FieldPair>
          <TextField
            label="Colour"
            autoComplete="off"
            hint="As # and six digits. The site sets how light it is, so that text stays readable. Empty, it is the green of the design."
            error={form.state.fields.accentColor ?? null}
            value={accentColor}
            onChange={(color) => form.change({ accentColor: color.trim() })}
          />
          <Field label="Choose the colour">
            {(props) => (
              <input
                {...props}
                className={styles.color}
                type="color"
                value={isColor(accentColor) ? accentColor : designColor}
                onChange={({ target }) => form.change({ accentColor: target.value })}
              />
            )}
          </Field>
        </FieldPair>
        <SettingPicture form={form} name="homePicture" label="Picture on the home page" original="drawing" />
        <TextField {...settingFieldProps(form, 'promoTitle')} />
        <TextField {...settingFieldProps(form, 'newsletterTitle')} />
        <SelectField
          label="Language of your texts"
          hint="So that screen readers and browsers read them rightly. Buttons and menus stay English."
          options={textLanguages}
          {...form.field('textLanguage')}
        />
      </SettingsPanel>
      {isShown && <LookPreview form={form} />}
    </div>
  );
}

function LogoField({ form }: Group) {
  const api = useApi();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState({ isBusy: false, problem: null as string | null });
  const { logo } = form.values;

  async function take(file: File | undefined) {
    if (!file) return;
    setState({ isBusy: true, problem: null });
    form.pictures.onReading('logo', true);
    try {
      const { imageUrl, plate } = await uploadLogo(api, file);
      form.change({ logo: imageUrl, logoPlate: plate });
      setState({ isBusy: false, problem: null });
    } catch (error) {
      setState({ isBusy: false, problem: uploadFailureSentence(error) });
    }
    form.pictures.onReading('logo', false);
    if (input.current) input.current.value = '';
  }

  return (
    <Field
      label="Logo"
      hint="An SVG, or a PNG or WebP of at least 256 pixels. Icons, emails and shared links show it, too."
      error={state.problem ?? form.state.fields.logo ?? null}
    >
      {(props) => (
        <div className={`line ${styles.logo}`}>
          {state.isBusy && <p role="status">Uploading the logo...</p>}
          {logo && <img className={styles.picture} src={formImageUrl(pictureUrl(logo))} alt="The current logo" />}
          <input
            {...props}
            ref={input}
            className="sr-only"
            tabIndex={-1}
            type="file"
            accept="image/svg+xml,image/png,image/webp"
            aria-busy={state.isBusy}
            onChange={({ target }) => void take(target.files?.[0])}
          />
          <Button variant="quiet" aria-describedby={props['aria-describedby']} onClick={() => input.current?.click()}>
            {logo ? 'Replace logo' : 'Choose logo'}
          </Button>
          {logo && (
            <Button variant="quiet" onClick={() => form.change({ logo: '', logoPlate: 'none' })}>
              Use the original logo
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}

const shownOnHome = [...Object.keys(textSettings), 'accentColor', 'homePicture', 'homeVariant', 'logo', 'logoPlate'];

/** The home page in both colour schemes, as a phone shows it, with what is not saved yet. */
function LookPreview({ form }: Group) {
  const api = useApi();
  const [home, setHome] = useState<HomePreview | null>(null);
  // Of half a colour nothing is sent. What is not changed may follow a new name.
  const isSent = (key: string, value: unknown) =>
    shownOnHome.includes(key) &&
    value !== form.base[key as SettingKey] &&
    (key !== 'accentColor' || value === '' || isColor(String(value)));
  const unsaved = JSON.stringify(Object.entries(form.values).filter(([key, value]) => isSent(key, value)));
  useEffect(() => {
    const leaving = new AbortController();
    const ask = async () => {
      const values: unknown = Object.fromEntries(JSON.parse(unsaved) as [string, unknown][]);
      setHome(await api.call<HomePreview>('POST', '/settings/admin/preview', values, leaving.signal));
    };
    // What is refused, like an empty name, leaves the page of before.
    const timer = setTimeout(() => void ask().catch(() => {}), 300);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [api, unsaved]);
  return (
    <div className={styles.previews} role="group" aria-label="How it will look">
      {home && (['light', 'dark'] as const).map((scheme) => <Preview key={scheme} home={home} scheme={scheme} />)}
    </div>
  );
}

function Preview({ home: { html, css }, scheme }: { home: HomePreview; scheme: 'light' | 'dark' }) {
  function dress({ contentDocument: page, contentWindow }: HTMLIFrameElement) {
    if (!page || !contentWindow) return;
    // A style element of the look would need its hash in the policy of this page.
    const look = new (contentWindow as Window & typeof globalThis).CSSStyleSheet();
    look.replaceSync(css);
    page.adoptedStyleSheets = [look];
    page.documentElement.dataset.theme = scheme;
    page.body.inert = true;
  }
  return (
    <iframe
      className={styles.preview}
      title={`The home page, ${scheme}`}
      sandbox="allow-same-origin"
      tabIndex={-1}
      srcDoc={html}
      onLoad={({ currentTarget }) => dress(currentTarget)}
    />
  );
}

function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}
