import { buttonClass } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/page/empty-and-error-states.tsx';
import { Section } from '#ui/page/page-sections.tsx';

/** Works without router, data and settings. */
export function FailedPage() {
  const title = 'Unexpected Application Error!';
  return (
    <main id="main">
      <title>{title}</title>
      <Section>
        <EmptyState
          headingLevel={1}
          title={title}
          message="Something went wrong on our side. Please try again in a moment."
        >
          <a className={buttonClass()} href="/">
            Back to Home
          </a>
        </EmptyState>
      </Section>
    </main>
  );
}
