/** After a form that asks for a confirmation by mail; the same for everyone. */
export const askedBeforeHint =
  'If you asked in the last 15 minutes, use the link in that email: we send no second one so soon.';
