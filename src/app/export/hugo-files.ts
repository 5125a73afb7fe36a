/** What Hugo (https://gohugo.io) needs besides the content: with it the export is a plain site. */
import type { SiteSettings } from '#features/settings/settings.ts';
import type { ZipFile } from '#platform/files/zip.ts';

export function hugoFiles({ societyName, textLanguage }: SiteSettings, modifiedAt: Date): ZipFile[] {
  const config = `baseURL = "/"
title = ${JSON.stringify(societyName)}
languageCode = "${textLanguage}"
relativeURLs = true
disableKinds = ["taxonomy", "term"]
# Events of the future have their page, too.
buildFuture = true

# What Markdown cannot hold is HTML in the texts. The site that they come from has cleaned it.
[markup.goldmark.renderer]
unsafe = true
`;
  const files = { 'hugo.toml': config, 'layouts/_default/single.html': single, 'layouts/_default/list.html': list };
  return Object.entries(files).map(([path, text]) => ({ path, modifiedAt, body: [text] }));
}

const pageOf = (main: string) => `<!doctype html>
<html lang="{{ .Params.lang | default .Site.LanguageCode }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ .Title }}</title>
</head>
<body style="max-width: 40rem; margin: auto; padding: 1rem; font-family: Georgia, serif; line-height: 1.5">
<p><a href="{{ "/" | relURL }}">{{ .Site.Title }}</a></p>
<h1>{{ .Title }}</h1>
${main}
</body>
</html>
`;

const single =
  pageOf(`{{ with .Params.images }}<img src="{{ index . 0 | relURL }}" alt="{{ $.Params.image_alt }}" style="max-width: 100%">{{ end }}
{{ .Content }}`);

const list = pageOf(`{{ .Content }}
<ul>
{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>
{{ end }}</ul>`);
