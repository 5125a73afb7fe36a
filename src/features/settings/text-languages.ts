const names =
  'en English|ar Arabic|bn Bangla|zh Chinese|cs Czech|da Danish|nl Dutch|fi Finnish|fr French|de German|el Greek|he Hebrew|hi Hindi|hu Hungarian|id Indonesian|it Italian|ja Japanese|ko Korean|no Norwegian|fa Persian|pl Polish|pt Portuguese|ro Romanian|ru Russian|es Spanish|sw Swahili|sv Swedish|th Thai|tr Turkish|uk Ukrainian|ur Urdu|vi Vietnamese|cy Welsh';

/** BCP 47 tags with their names, by name after English. Apart from the other settings: home does not need them. */
export const textLanguages = names.split('|').map((one) => {
  const [tag = '', name = ''] = one.split(' ');
  return [tag, name] as const;
});
