-- Rendered anew, which moves pictures out of headings.
UPDATE articles SET rendered = NULL WHERE content LIKE '%<img%' AND content LIKE '%<h%';
