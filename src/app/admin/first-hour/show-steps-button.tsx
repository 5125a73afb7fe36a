import { useNavigate } from 'react-router';
import { dismissFirstHour } from '#app/first-hour/first-hour.client.ts';
import { useApi } from '#ui/api.ts';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { useGlance } from './use-first-hour.ts';

/** While they are hidden and something is left to do. */
export function ShowStepsButton() {
  const api = useApi();
  const navigate = useNavigate();
  const steps = useGlance().data?.firstSteps;
  if (!steps?.isDismissed || steps.steps.every(({ isDone }) => isDone)) return null;
  const show = () =>
    withErrorToast(async () => {
      await dismissFirstHour(api, false);
      await navigate('/admin/dashboard');
    });
  return (
    <Button variant="quiet" onClick={() => void show()}>
      Show first steps
    </Button>
  );
}
