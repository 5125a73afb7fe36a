import { Button } from '#ui/forms/button.tsx';
import { CheckboxField, createFieldProps, SelectField, TextField } from '#ui/forms/fields.tsx';
import { FieldPair } from '#ui/page/screen-parts.tsx';
import { DayAndTime, type When } from '../dates/day-and-time.tsx';
import { dateInWords, type TypedMoment, wallTimeOfMoment } from '../dates/typed-moment.ts';
import { eventLimits } from '../event.ts';
import styles from './event-signup-fields.module.css';
import { askedTwiceProblem, type SignupErrors, type SignupValues } from './signup-settings-values.ts';

type Props = When & {
  values: SignupValues;
  hadSignup: boolean;
  errors: SignupErrors;
  onChange: (part: Partial<SignupValues>) => void;
};

const places = Array.from({ length: eventLimits.places }, (_, at) => [`${at + 1}`, `${at + 1}`] as const);

/** Whether and how people sign up on the site. */
export function EventSignupFields({ values, hadSignup, errors, onChange, ...when }: Props) {
  const { field, check } = createFieldProps(values, onChange, {
    ...(errors.capacity && { capacity: errors.capacity }),
  });
  const momentFields = (name: 'opens' | 'closes', label: string, hint: string) => {
    const typed: TypedMoment = values[name];
    return (
      <DayAndTime
        {...when}
        labels={{ date: `${label} on`, time: `${label} at` }}
        typed={typed}
        errors={errors[name] ?? {}}
        wallTime={wallTimeOfMoment(typed)}
        hint={hint}
        readBack={dateInWords(typed, when.today)}
        onChange={(part) => onChange({ [name]: { ...typed, ...part } })}
      />
    );
  };
  return (
    <fieldset className={`box ${styles.signup}`}>
      <legend className={styles.legend}>Sign-up</legend>
      <CheckboxField label="People can sign up here" {...check('hasSignup')} />
      {hadSignup && !values.hasSignup && <p className="small">Guests who have signed up keep their places.</p>}
      {values.hasSignup && (
        <>
          <FieldPair>
            <TextField
              label="Places in all"
              hint="Leave it empty for no limit. When all are taken, there is a waiting list."
              limit={6}
              autoComplete="off"
              inputMode="numeric"
              {...field('capacity')}
            />
            <SelectField label="Places per person" options={places} {...field('maxPlaces')} />
          </FieldPair>
          {momentFields('opens', 'Opens', 'Leave it empty to open at once.')}
          {momentFields('closes', 'Closes', 'Leave it empty to stay open until the event begins.')}
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

/** Short questions, such as 'Anything you do not eat?'. Empty ones are dropped. */
function Questions({ questions, askedTwice, onChange }: QuestionsProps) {
  return (
    <>
      {questions.map((question, at) => (
        <TextField
          key={at}
          label={`Question ${at + 1}`}
          hint={at === 0 ? 'Such as: Do you have any dietary needs? Answers are optional.' : undefined}
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
