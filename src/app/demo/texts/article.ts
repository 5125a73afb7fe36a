/** One article of the demo content; `content` is HTML as the editor saves it, where the name of a picture is its address. */
export type DemoArticle = {
  title: string;
  description: string;
  content: string;
  /** The name of the picture, and its alternative text. */
  picture: string;
  imageAlt: string;
  daysAgo: number;
  isFeatured?: true;
};

/** The end of every demo article, so that nobody takes it for the society's own work. */
export const closing =
  '<p><em>This article is demo content that came with the site. It is there to show what an article looks like; an administrator can edit or delete it.</em></p>';
