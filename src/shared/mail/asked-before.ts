/** After a form that asks for a confirmation by mail; the same for everyone. */
export const askedBeforeHint =
  'No email yet? Look in your spam folder. Sent this form twice? Use the link in the first email.';
