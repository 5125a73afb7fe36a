import { expect, test } from 'vitest';
import { writeCsv } from './table-export.ts';

test('every cell is quoted, and none is a formula', async () => {
  const rows = [
    ['a;b', 'c\td', 'e"f', ''],
    ['=1+1', '+1', '-1', '@a', '\ta', '\ra', '＝1+1', 'x;=1+1'],
  ];
  const bytes = await Array.fromAsync(writeCsv([[rows[0] ?? []], [rows[1] ?? []]]));
  expect(Buffer.concat(bytes).toString()).toBe(
    '\ufeff"a;b","c\td","e""f",""\r\n"\'=1+1","\'+1","\'-1","\'@a","\'\ta","\'\ra","\'＝1+1","x;=1+1"\r\n',
  );
});
