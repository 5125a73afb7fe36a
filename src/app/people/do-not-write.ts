/** What the page says that the link 'Do not write to this address again' leads to. */
export const doNotWriteTexts = {
  title: 'Do not write to this address again',
  explained:
    'Someone entered your address in a form on our website, so it wrote to you. Press the button, and our forms will not write to this address for 30 days.',
  others:
    'Newsletters that you have confirmed and places that you have taken stay: their own emails have links to leave.',
  meaning:
    'In these 30 days sign-ups with this address, also your own, get no email and cannot be confirmed. To end this earlier, write to us.',
  action: 'Do not write again',
  done: 'Our forms will not write to this address for 30 days.',
  incomplete: 'This link is incomplete. Please open the whole link from the email.',
  failed: 'That did not work. Please try again later.',
} as const;
