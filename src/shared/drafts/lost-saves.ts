/** So many saves of one form are told apart that were not answered. */
export const mostSaves = 10;
