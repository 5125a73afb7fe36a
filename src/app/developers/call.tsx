import { bodyRows, type Call, curlOf, type FieldRow, parameterRows } from './calls.ts';
import type { ApiDocument, Content } from './openapi.ts';

type CallProps = { call: Call; document: ApiDocument; siteUrl: string };

/** Closed at first. The address of its anchor opens it. */
export function CallDetails({ call, document, siteUrl }: CallProps) {
  const { id, method, path, operation } = call;
  const { summary = path, description, security, requestBody, responses } = operation;
  const [status = '', good] = Object.entries(responses).find(([code]) => code < '400') ?? [];
  return (
    <details className="call">
      <summary>
        <span className="summary">{summary}</span>
        <code>
          <span className="method">{method}</span> {path.replaceAll('/', '/\u200b')}
        </code>
      </summary>
      <div className="about" id={id}>
        {description && <p>{description}</p>}
        {security && <p className="guard">Needs an administrator’s bearer token.</p>}
        <Fields title="Parameters" of={summary} rows={parameterRows(operation)} />
        <Fields title="What is sent" of={summary} rows={bodyRows(requestBody?.content, document)} />
        <h4>Example</h4>
        <Code label={`Request: ${summary}`} text={curlOf(call, siteUrl)} />
        <h4>
          Answer {status}
          {good?.description && <span className="says">{good.description}</span>}
        </h4>
        <Code label={`Answer: ${summary}`} text={exampleOf(good?.content)} />
        <Errors of={summary} responses={responses} />
        <p className="anchor">
          <a href={`#${id}`} aria-label={`Link to this call: ${summary}`}>
            Link to this call
          </a>
        </p>
      </div>
    </details>
  );
}

export function Code({ label, text }: { label: string; text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
    <pre role="group" aria-label={label} tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
}

function exampleOf(content: Content | undefined): string {
  const [given] = Object.values(content ?? {});
  return typeof given?.example === 'string' ? given.example : JSON.stringify(given?.example ?? null, null, 2);
}

function Fields({ title, of, rows }: { title: string; of: string; rows: FieldRow[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <dl aria-label={`${title}: ${of}`}>
        {rows.map(({ name, type, isRequired, note }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {type}
              {isRequired && ', required'}
              {note && <span className="says">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Errors({ of, responses }: { of: string; responses: Call['operation']['responses'] }) {
  const errors = Object.entries(responses).filter(([code]) => code >= '400');
  return (
    <>
      <h4>Errors</h4>
      <dl aria-label={`Errors: ${of}`}>
        {errors.map(([code, { content }]) => {
          const [{ example } = { example: undefined }] = Object.values(content ?? {});
          const refusal = example as { code: string; message: string } | undefined;
          return (
            <div key={code}>
              <dt>
                {code} <code>{refusal?.code}</code>
              </dt>
              <dd>{refusal?.message}</dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}
