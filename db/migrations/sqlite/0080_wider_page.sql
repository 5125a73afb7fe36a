-- The width of the text and of wide pictures has changed, and columns of numbers are marked.
UPDATE articles SET rendered = NULL WHERE content LIKE '%<img%' OR content LIKE '%<table%';
