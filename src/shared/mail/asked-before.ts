/** After a form that asks for a confirmation by mail; the same for everyone. */
export const askedBeforeHint =
  'No email after a few minutes? Look in your spam folder. If you just sent this form twice, use the link in the first email: it confirms what you entered last.';
