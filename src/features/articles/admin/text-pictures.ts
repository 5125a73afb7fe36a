import { compressPicture } from '#features/uploads/compress.client.ts';
import { pictureProblem, uploadPicture } from '#features/uploads/uploads.client.ts';
import type { Api } from '#shared/api-client.ts';

/**
 * For a picture inside the text: compressed and uploaded at once, so that the article stays small; answers its address.
 * @throws Error whose message is what an administrator should read
 */
export async function storeTextPicture(api: Api, file: File): Promise<string> {
  const problem = pictureProblem(file);
  if (problem) throw new Error(problem);
  return (await uploadPicture(api, 'articles', await compressPicture(file))).imageUrl;
}
