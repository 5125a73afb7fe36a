import { namedLanguages } from '#shared/script-language.ts';

/** Apart from the other settings: home does not need them. */
export const textLanguages = namedLanguages(
  'en ar bn zh cs da nl fi fr de el he hi hu id it ja ko no fa pl pt ro ru es sw sv th tr uk ur vi cy',
);
