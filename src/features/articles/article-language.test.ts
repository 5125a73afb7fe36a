import { expect, test } from 'vitest';
import { guessLanguage } from './article-language.ts';

test.each([
  ['en', 'What the river carries is not only water: bacteria that have met our medicines travel with it to the farms.'],
  ['de', 'Was der Fluss mit sich trägt, ist nicht nur Wasser: Die Bakterien wandern mit ihm und auch mit den Tieren.'],
  [
    'fr',
    "Ce que porte la rivière n'est pas que de l'eau : les bactéries qui ont connu nos médicaments sont dans les champs.",
  ],
  ['es', 'Lo que lleva el río no es solo agua: las bacterias que conocen los medicamentos viajan con él por el campo.'],
  ['pt', 'O que o rio leva não é só água: as bactérias que conhecem os remédios viajam com ele para os campos.'],
  [
    'it',
    'Ciò che il fiume porta non è solo acqua: i batteri che conoscono i farmaci sono nel campo e nella stalla con gli animali.',
  ],
  [
    'nl',
    'Wat de rivier meeneemt is niet alleen water: de bacteriën die onze medicijnen kennen reizen met het water naar het veld.',
  ],
  ['vi', 'Dòng sông không chỉ mang theo nước: vi khuẩn đã quen thuốc cũng đi cùng.'],
  ['ar', 'ما يحمله النهر ليس ماء فقط'],
  ['zh', '河流带来的不仅是水'],
  [null, 'Lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod'],
  [null, 'Bats and farms'],
  [null, ''],
])('a text in %s is detected by its words or letters', (language, text) => {
  expect(guessLanguage(text)).toBe(language);
});
