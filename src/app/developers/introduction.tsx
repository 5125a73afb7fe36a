import { Code } from './call.tsx';

/** What holds for every call. */
export function Introduction({ siteUrl }: { siteUrl: string }) {
  const base = `${siteUrl}/api/v1`;
  return (
    <>
      <p className="lead">
        What this site shows can be read by any program, and what its administrators do can be done by one. Every call
        is below, with an example that is tried whenever the site is tested.
      </p>
      <section aria-labelledby="start">
        <h2 id="start">Before the first call</h2>
        <h3>Address</h3>
        <p>
          Everything is below <code>{base}</code>, in JSON. The same is described for machines by the{' '}
          <a href="/api/v1/openapi.json">OpenAPI document</a>.
        </p>
        <Code label="A first call" text={`curl '${base}/articles?limit=3'`} />
        <h3>Signing in</h3>
        <p>
          Reading needs nobody’s leave. Administrators sign in with <a href="#post-admin-login">POST /admin/login</a>{' '}
          and send the token they get with each call, as <code>Authorization: Bearer TOKEN</code>. Some calls ask for
          the password again: they answer 403 with <code>fresh_proof_needed</code> until{' '}
          <a href="#post-admin-account-proof">POST /admin/account/proof</a> has been given it. Where the society asks a
          second factor of everybody, accounts without one are answered 403 with <code>second_factor_needed</code>.
        </p>
        <h3>Errors</h3>
        <p>
          Every refusal has a sentence for people in <code>message</code> and a word for programs in <code>code</code>;
          where fields are wrong, <code>fields</code> says what of each.
        </p>
        <Code label="A refusal" text={JSON.stringify({ message: 'Article not found', code: 'not_found' }, null, 2)} />
        <p>
          Any call may also answer 405 <code>method_not_allowed</code>, 413 <code>too_large</code>, 415{' '}
          <code>unsupported_media_type</code> and 500 <code>internal</code>.
        </p>
        <h3>Long lists</h3>
        <p>
          A list answers 100 entries, or as many as <code>limit</code> says. The header <code>X-Total-Count</code> tells
          how many there are, and <code>X-Next-Cursor</code>, where there are more, what to send as <code>cursor</code>{' '}
          for the next ones.
        </p>
        <h3>Saving</h3>
        <p>
          Send the <code>version</code> that you have read, and a save in between is refused with 409 instead of
          overwritten. Send an <code>Idempotency-Key</code> with what creates, and a call whose answer was lost can be
          made again.
        </p>
        <h3>Limits</h3>
        <p>
          Who calls too often is answered 429, who calls while the site has too much to do 503. Both say in the header{' '}
          <code>Retry-After</code> how many seconds to wait.
        </p>
        <h3>From other sites</h3>
        <p>
          What every visitor may read, the scripts of any other site may read too (CORS); nothing may be sent from
          there, and no token.
        </p>
        <h3>Feeds</h3>
        <p>
          To follow the articles, take <a href="/feed.xml">Atom</a>, <a href="/rss.xml">RSS</a> or{' '}
          <a href="/feed.json">JSON Feed</a>.
        </p>
      </section>
    </>
  );
}
