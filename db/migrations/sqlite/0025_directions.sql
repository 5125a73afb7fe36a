-- All are rendered anew: lists, quotations and tables run as their words do.
UPDATE articles SET rendered = NULL;
