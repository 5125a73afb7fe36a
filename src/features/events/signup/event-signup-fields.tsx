import { Button } from '#ui/forms/button.tsx';
import { CheckField, SelectField, TextField } from '#ui/forms/field.tsx';
import { FieldPair } from '#ui/page/screen.tsx';
import { MomentFields } from '../dates/moment-fields.tsx';
import { eventLimits } from '../event.ts';
import styles from './event-signup-fields.module.css';
import { askedTwiceProblem, type SignupErrors, type SignupValues } from './signup-values.ts';

type Props = {
  values: SignupValues;
  errors: SignupErrors;
  timeZone: string;
  today: string;
  isStopped: boolean;
  onChange: (part: Partial<SignupValues>) => void;
};

const places = Array.from({ length: eventLimits.places }, (_, at) => [`${at + 1}`, `${at + 1}`] as const);

/** Whether and how people sign up on the site. */
export function EventSignupFields({ values, errors, onChange, ...when }: Props) {
  return (
    <fieldset className={styles.signup}>
      <legend className={styles.legend}>Sign-up</legend>
      <CheckField
        label="People can sign up here"
        checked={values.hasSignup}
        onChange={(hasSignup) => onChange({ hasSignup })}
      />
      {values.hasSignup && (
        <>
          <FieldPair>
            <TextField
              label="Places in all"
              hint="Empty: as many as come. When they are taken there is a waiting list."
              error={errors.capacity ?? null}
              limit={6}
              autoComplete="off"
              value={values.capacity}
              onChange={(capacity) => onChange({ capacity })}
            />
            <SelectField
              label="Places a person"
              hint="The most that one may take."
              options={places}
              value={values.maxPlaces}
              onChange={(maxPlaces) => onChange({ maxPlaces })}
            />
          </FieldPair>
          <MomentFields
            label="Opens"
            hint="Empty: it is open at once."
            moment={values.opens}
            errors={errors.opens ?? {}}
            onChange={(part) => onChange({ opens: { ...values.opens, ...part } })}
            {...when}
          />
          <MomentFields
            label="Closes"
            hint="Empty: it is open until the event begins."
            moment={values.closes}
            errors={errors.closes ?? {}}
            onChange={(part) => onChange({ closes: { ...values.closes, ...part } })}
            {...when}
          />
          <Questions
            questions={values.questions}
            askedTwice={errors.askedTwice}
            onChange={(questions) => onChange({ questions })}
          />
        </>
      )}
    </fieldset>
  );
}

type QuestionsProps = {
  questions: readonly string[];
  askedTwice: number | undefined;
  onChange: (questions: string[]) => void;
};

/** Short ones, such as 'Anything you do not eat?'. An empty one is none. */
function Questions({ questions, askedTwice, onChange }: QuestionsProps) {
  return (
    <>
      {questions.map((question, at) => (
        <TextField
          key={at}
          label={`Question ${at + 1}`}
          hint={at === 0 ? 'Such as: Anything you do not eat? Answers are optional.' : undefined}
          limit={eventLimits.question}
          error={at === askedTwice ? askedTwiceProblem : null}
          value={question}
          onChange={(text) => onChange(questions.map((one, i) => (i === at ? text : one)))}
        />
      ))}
      {questions.length < eventLimits.questions && (
        <div>
          <Button variant="quiet" size="small" onClick={() => onChange([...questions, ''])}>
            Ask a question
          </Button>
        </div>
      )}
    </>
  );
}
