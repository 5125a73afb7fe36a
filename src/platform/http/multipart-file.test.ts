import { expect, test } from 'vitest';
import { readFilePart } from './multipart-file.ts';

async function read(disposition: string, after = '\r\n--x--\r\n') {
  const body = `--x\r\nContent-Disposition: form-data; name="file"; ${disposition}\r\n\r\nsome bytes${after}`;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const named = { fileName: '' };
  const request = new Request('https://society.example/', { method: 'POST', headers, body });
  const bytes = Buffer.concat(await Array.fromAsync(readFilePart(request, 'No file', named)));
  return [named.fileName, bytes.toString()];
}

test('a file that breaks off is refused', async () => {
  for (const after of ['', '\r\n', '\r\n--']) await expect(read('filename="a.pdf"', after)).rejects.toThrow('No file');
});

test('its name is read as browsers and other programs write it', async () => {
  expect(await read('filename="a %22b%22.pdf"')).toEqual(['a "b".pdf', 'some bytes']);
  expect(await read(`filename="a.pdf"; filename*=UTF-8''F%C3%B6r%20derung.pdf`)).toEqual([
    'För derung.pdf',
    'some bytes',
  ]);
  expect(await read(`filename*=utf-8''50%.pdf`)).toEqual(['50%.pdf', 'some bytes']);
});
