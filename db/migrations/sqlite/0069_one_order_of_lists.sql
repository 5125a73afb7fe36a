-- Lists of administrators have the order of their kind, and no other.
DROP INDEX articles_title;
DROP INDEX articles_changed;
DROP INDEX events_title;
DROP INDEX events_changed;
